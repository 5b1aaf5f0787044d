package org.esbmt.management.api;

/** The form of a deployed assembly's archive. */
public enum ArchiveForm {
    /** The archive as it arrived, byte for byte. */
    ORIGINAL,
    /** The archive in use: rewritten with the names on the bus. It cannot be deployed again. */
    REWRITTEN
}
