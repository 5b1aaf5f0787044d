package org.esbmt.management.api;

/** The form of a deployed assembly's archive. */
public enum ArchiveForm {
    /** As it arrived, byte for byte. */
    ORIGINAL,
    /** As it is used: rewritten with the names on the bus. It cannot be deployed again. */
    REWRITTEN
}
