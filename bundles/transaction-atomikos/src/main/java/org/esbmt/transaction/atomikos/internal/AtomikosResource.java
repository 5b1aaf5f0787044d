package org.esbmt.transaction.atomikos.internal;

import com.atomikos.datasource.xa.XATransactionalResource;
import java.util.function.Predicate;
import javax.transaction.xa.XAResource;

/** The resource of a branch for Atomikos. Only {@link Recovery} recovers one, never Atomikos. */
final class AtomikosResource extends XATransactionalResource {
    private final Predicate<XAResource> branches;

    AtomikosResource(String name, Predicate<XAResource> branches) {
        super(name);
        this.branches = branches;
    }

    @Override
    public boolean usesXAResource(XAResource resource) {
        return branches.test(resource);
    }

    @Override
    protected XAResource refreshXAConnection() {
        return null; // null means to Atomikos: it cannot be reached
    }
}
