package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;
import org.esbmt.tenancy.api.TenantId;

/** Changes of the nodes of this node's cluster, and of the distributed transactions of the node that is asked. */
public sealed interface NodeCommand<R> extends Command<R> {
    /**
     * Asks a node to finish its work and to take nothing new, for as long as it runs: a restarted node joins again. NOT_FOUND without such a
     * node, CONFLICT if it has left.
     */
    record DrainNode(UUID node) implements NodeCommand<NodeView> {
        public DrainNode {
            requireNonNull(node, "node");
        }
    }

    /**
     * From now on nobody waits for this node; a repetition changes nothing. NOT_FOUND without such a node, CONFLICT for a working node unless
     * forced.
     *
     * @param forced whether also a node that neither drains nor is silent
     */
    record RemoveNode(UUID node, boolean forced) implements NodeCommand<NodeView> {
        public RemoveNode {
            requireNonNull(node, "node");
        }
    }

    /**
     * Tells every node of the cluster once more the deployed versions and states of a tenant's assemblies. A node that lacks an assembly,
     * or has it in another version or state, follows; the others do nothing, and messages go on there. A node keeps any further assembly,
     * as {@link NodeView#differs} shows. NOT_FOUND without such a tenant or deployed assembly; INVALID if there are too many.
     *
     * @param assembly only this one; empty for all of the tenant, {@value #MAX_ASSEMBLIES} at the most
     */
    record Resync(TenantId tenant, Optional<String> assembly) implements NodeCommand<ResyncView> {
        /** Assemblies at once. */
        public static final int MAX_ASSEMBLIES = 300;

        public Resync {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }
    }

    /** Recovers the transactions that can be recovered now, and waits for it. Does nothing while resources are missing. */
    record RecoverTransactions() implements NodeCommand<TransactionsView> {
        public RecoverTransactions {}
    }

    /**
     * Recovery no longer waits for a resource that does not come back. Its prepared branches stay prepared, with their locks, and may
     * differ from the outcome in the other resources. INVALID for another confirmation or an unknown resource; CONFLICT if it is there.
     *
     * @param confirmation the name once more
     */
    record RetireResource(String resource, String confirmation) implements NodeCommand<Done> {
        public RetireResource {
            requireNonNull(resource, "resource");
            requireNonNull(confirmation, "confirmation");
        }
    }

    /**
     * Forgets a branch that its resource finished against the transaction, after somebody has seen to its data. INVALID without such an
     * entry.
     */
    record ForgetHeuristic(String transaction, String resource) implements NodeCommand<Done> {
        public ForgetHeuristic {
            requireNonNull(transaction, "transaction");
            requireNonNull(resource, "resource");
        }
    }
}
