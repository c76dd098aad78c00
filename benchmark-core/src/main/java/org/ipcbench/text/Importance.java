package org.ipcbench.text;

/** How long a column stays in a table that has to fit: the last ones of this list go first. */
public enum Importance {
    /** Names a row, or is what the table is about: stays, and is broken at blanks. */
    KEY,
    MAIN,
    USUAL,
    MINOR,
    DETAIL
}
