package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;

/** A contingent as an open type; its getters are its items. */
public final class ContingentData {
    private final ContingentView contingent;

    ContingentData(ContingentView contingent) {
        this.contingent = requireNonNull(contingent, "contingent");
    }

    public String getTenantId() {
        return contingent.quota().tenant().toString();
    }

    public String getResource() {
        return contingent.quota().resource().name();
    }

    /** Empty: all of them together. */
    public String getCluster() {
        return contingent.quota().cluster().map(Object::toString).orElse("");
    }

    /** Empty: all of them together. */
    public String getComponent() {
        return contingent.quota().component().orElse("");
    }

    /** Empty if it is a role's. */
    public String getUserId() {
        return contingent.grantee() instanceof Grantee.ToUser to ? to.user().toString() : "";
    }

    /** Empty if it is a user's. */
    public String getRole() {
        return contingent.grantee() instanceof Grantee.ToRole to ? to.role().name() : "";
    }

    public long getAmount() {
        return contingent.amount();
    }

    /** -1 for what nodes keep. */
    public long getUsed() {
        return contingent.used().orElse(-1);
    }

    public long getRevision() {
        return contingent.revision();
    }
}
