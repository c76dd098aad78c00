/** The documents that codecs write and read, and the contract that a codec fulfils. */
@NullMarked
package org.ipcbench.workload.codec;

import org.jspecify.annotations.NullMarked;
