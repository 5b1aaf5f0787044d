package org.esbmt.management.api;

/** Which archive of a deployed assembly. */
public enum ArchiveForm {
    /** As it arrived, byte for byte. */
    ORIGINAL,
    /** As it is used: what was written anew with the names on the bus. It cannot be deployed again. */
    REWRITTEN
}
