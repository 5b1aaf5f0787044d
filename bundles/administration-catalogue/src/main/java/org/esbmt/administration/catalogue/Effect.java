package org.esbmt.administration.catalogue;

/** The effect of an operation on the bus, and with it the words that it takes besides its own. */
public enum Effect {
    /** Changes nothing. */
    READS,
    /** Makes or changes an object without a revision, and takes {@link Words#OPERATION}. */
    MAKES,
    /** Changes an object that has a revision, and takes {@link Words#OPERATION} and {@link Words#REVISION}. */
    CHANGES,
    /** Changes this node alone and works without registries. A repetition has the same outcome, so it takes neither. */
    ACTS
}
