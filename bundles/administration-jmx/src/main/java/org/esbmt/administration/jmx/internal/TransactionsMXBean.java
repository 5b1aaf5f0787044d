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
    String getRecoveryPhase();

    /** Resources that recovery waits for. */
    String[] getMissingResources();

    /** When recovery last asked resources what they have; empty: never. */
    String getLastRecovery();

    /** What was in the way then. */
    String[] getProblems();

    /** Every resource that recovery knows, and whether it is there. */
    ResourceData[] getResources();

    /** What resources have not finished, the oldest first. */
    BranchData[] getInDoubt();

    /** What resources finished against their transaction. */
    HeuristicData[] getHeuristics();

    /** Finishes now what can be finished; gives the phase of recovery afterwards. */
    String recover();

    /** Gives up a resource that does not come back. What is prepared in it stays prepared, with its locks. */
    void retire(String resource, String confirmation);

    /** Takes a heuristic outcome off the list, once somebody has seen to the data. */
    void forget(String transaction, String resource);
}
