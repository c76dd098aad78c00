package org.ipcbench.cli;

import java.nio.file.Path;

/**
 * A file that is going to be written beside its place, and moved there when it is whole.
 *
 * @param option what the user asked for it by
 * @param place where it will be
 * @param bytes its size
 * @param replacedBytes the size of what is there until then; 0 where nothing is
 */
record WrittenFile(String option, Path place, long bytes, long replacedBytes) {}
