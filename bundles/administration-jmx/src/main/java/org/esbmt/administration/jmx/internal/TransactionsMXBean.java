package org.esbmt.administration.jmx.internal;

/**
 * Distributed transactions of this node, for JMX clients; open types only. Works while the registries are out of reach. Times
 * are ISO 8601 in UTC. Failures as those of {@link AdministrationMXBean}. Sends a notification {@value #ALARM} for each branch
 * that is in doubt for longer than it should be: once, its message a sentence.
 */
public interface TransactionsMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Transactions";

    /** The type of notifications about a branch that is in doubt for too long. */
    String ALARM = "org.esbmt.transaction.inDoubt";

    /** {@code GATED}, {@code UNFINISHED} or {@code DONE}. */
    @Described("How recovery stands: GATED while resources are missing, UNFINISHED, or DONE. Live.")
    String getRecoveryPhase();

    @Described("Resources that recovery waits for. Live.")
    String[] getMissingResources();

    @Described("When recovery last asked resources what they have; empty: never. Live.")
    String getLastRecovery();

    @Described("What was in the way when recovery last asked resources. At most as old as LastRecovery says.")
    String[] getProblems();

    @Described("Every resource that recovery knows, and whether it is there. Live.")
    ResourceData[] getResources();

    @Described("What resources have not finished, the oldest first. Live.")
    BranchData[] getInDoubt();

    @Described("What resources finished against their transaction. Live.")
    HeuristicData[] getHeuristics();

    @Described("Finishes now what can be finished; gives the phase of recovery afterwards.")
    String recover();

    @Described("Gives up a resource that does not come back. What is prepared in it stays prepared, with its locks.")
    void retire(
            @Described(name = "resource", value = "its name") String resource,
            @Described(name = "confirmation", value = "its name once more") String confirmation);

    @Described("Takes a heuristic outcome off the list, once somebody has seen to the data.")
    void forget(
            @Described(name = "transaction", value = "as Heuristics has it") String transaction,
            @Described(name = "resource", value = "as Heuristics has it") String resource);
}
