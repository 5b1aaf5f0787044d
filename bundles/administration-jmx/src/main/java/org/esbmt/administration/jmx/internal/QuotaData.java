package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.QuotaView;

/** A quota as an open type; its getters are its items. */
public final class QuotaData {
    private final QuotaView quota;

    QuotaData(QuotaView quota) {
        this.quota = requireNonNull(quota, "quota");
    }

    public String getTenantId() {
        return quota.id().tenant().toString();
    }

    public String getResource() {
        return quota.id().resource().name();
    }

    /** Empty: all of them together. */
    public String getCluster() {
        return quota.id().cluster().map(Object::toString).orElse("");
    }

    /** Empty: all of them together. */
    public String getComponent() {
        return quota.id().component().orElse("");
    }

    public long getHard() {
        return quota.ceiling().hard();
    }

    /** -1 for none. */
    public long getSoft() {
        return quota.ceiling().soft().orElse(-1);
    }

    /** -1 for none. */
    public long getBurst() {
        return quota.ceiling().burst().orElse(-1);
    }

    /** -1 for what nodes keep. */
    public long getUsed() {
        return quota.used().orElse(-1);
    }

    public long getRevision() {
        return quota.revision();
    }
}
