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
    @Described(
            "Does all operations of a batch, or none; or tells what they would be. Gives a line for each step, and one"
                    + " with the operation's identifier.")
    String[] submitBatch(
            @Described(name = "batch", value = "XML as batch.xsd has it") String batch,
            @Described(name = "archiveNames", value = "what the batch calls the archives") String[] archiveNames,
            @Described(name = "archives", value = "their bytes, in the same order") byte[][] archives,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation,
            @Described(name = "dryRun", value = "whether it is only told what would be done") boolean dryRun);
}
