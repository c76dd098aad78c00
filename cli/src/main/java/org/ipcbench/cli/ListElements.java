package org.ipcbench.cli;

/** Completion candidates of an option that takes several of them between commas; after each comma they are offered anew. */
interface ListElements extends Iterable<String> {}
