package org.esbmt.administration.jmx.internal;

/** Batches for JMX clients. Failures as those of {@link AdministrationMXBean}. */
public interface BatchesMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Batches";

    /**
     * Does all operations of a batch, or none; or tells what they would be.
     *
     * @param batch XML as {@code batch.xsd} has it
     * @param archiveNames what the batch calls the archives
     * @param archives their bytes, in the same order
     * @param operation a UUID under which the same can be asked again; empty for one that nobody else knows
     * @return a line for each step, and one with the identifier under which what became of it can be asked for
     */
    String[] submitBatch(String batch, String[] archiveNames, byte[][] archives, String operation, boolean dryRun);
}
