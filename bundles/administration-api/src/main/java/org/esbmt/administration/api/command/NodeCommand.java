package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of the nodes of this node's cluster, and of the distributed transactions of the node that receives the
 * request.
 */
public sealed interface NodeCommand<R> extends Command<R> {
    /**
     * Asks a node to finish its messages and to accept no new ones, until its restart, which lets it join again.
     * NOT_FOUND without such a node, CONFLICT if it has left.
     */
    record DrainNode(UUID node) implements NodeCommand<NodeView> {
        public DrainNode {
            requireNonNull(node, "node");
        }
    }

    /**
     * Removes a node: no change waits for its answer any more. A repetition changes nothing. NOT_FOUND without such a
     * node, CONFLICT for a working node unless forced.
     *
     * @param forced true to remove also a node that is neither draining nor silent
     */
    record RemoveNode(UUID node, boolean forced) implements NodeCommand<NodeView> {
        public RemoveNode {
            requireNonNull(node, "node");
        }
    }

    /**
     * Sends every node of the cluster again the deployed versions and states of a tenant's assemblies. A node without an assembly, or
     * with it in another version or state, follows. The other nodes do nothing, and messages continue there. A node keeps any further
     * assembly, as {@link NodeView#differs} shows. NOT_FOUND without such a tenant or deployed assembly; INVALID if there are too many.
     *
     * @param assembly the only assembly to send; empty for all of the tenant, {@value #MAX_ASSEMBLIES} at most
     */
    record Resync(TenantId tenant, Optional<String> assembly) implements NodeCommand<ResyncView> {
        /** The largest number of assemblies of one request. */
        public static final int MAX_ASSEMBLIES = 300;

        public Resync {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }
    }

    /**
     * Recovers the transactions that can be recovered now, and waits for the end. Does nothing while resources are
     * missing.
     */
    record RecoverTransactions() implements NodeCommand<TransactionsView> {
        public RecoverTransactions {}
    }

    /**
     * Lets recovery no longer wait for a resource that is lost for good. Its prepared branches stay prepared, with their locks, and may
     * differ from the outcome in the other resources. INVALID for another confirmation or an unknown resource; CONFLICT if it is present.
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
     * Forgets a branch that its resource finished against the transaction, once its data has been corrected by hand. INVALID without
     * such an entry.
     */
    record ForgetHeuristic(String transaction, String resource) implements NodeCommand<Done> {
        public ForgetHeuristic {
            requireNonNull(transaction, "transaction");
            requireNonNull(resource, "resource");
        }
    }
}
