package org.esbmt.management.api.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The actual or desired state of a node, as far as administration sets it. Two states are equal exactly if their facts
 * are equal. The same holds for their digests (except for a collision of SHA-256).
 */
public final class NodeState {
    private final SortedSet<String> facts;

    private NodeState(SortedSet<String> facts) {
        this.facts = facts;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The facts, sorted, for an administrator who compares two states. A fact is one line; no code may parse it. */
    public SortedSet<String> facts() {
        return facts;
    }

    /** SHA-256 of the facts in UTF-8, each followed by a line feed, in the order of their UTF-16 code units. */
    public Sha256 digest() {
        StringBuilder text = new StringBuilder();
        for (String fact : facts) {
            text.append(fact).append('\n');
        }
        return Sha256.of(text.toString().getBytes(UTF_8));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeState state && facts.equals(state.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    /** The number of facts, and the digest. */
    @Override
    public String toString() {
        return facts.size() + " facts, " + digest();
    }

    /** Collects facts; confined to one thread. */
    public static final class Builder {
        private final SortedSet<String> facts = new TreeSet<>();

        private Builder() {}

        public Builder assembly(DeployedAssembly assembly) {
            return assembly(
                    assembly.tenant(),
                    assembly.user(),
                    assembly.name(),
                    assembly.state(),
                    assembly.digest(),
                    assembly.former());
        }

        /**
         * A deployed assembly.
         *
         * @param digest the digest of the running version's archive
         * @param former the digest of the rollback version's archive
         */
        public Builder assembly(
                TenantId tenant,
                Optional<UserId> user,
                String name,
                State state,
                String digest,
                Optional<String> former) {
            return fact(
                    "assembly",
                    tenant.toString(),
                    user.map(UserId::toString).orElse("-"),
                    state.name(),
                    digest,
                    former.orElse("-"),
                    name);
        }

        /**
         * A component that an installer installed.
         *
         * @param digest the digest of its installer
         * @param state a state of JSR-208
         */
        public Builder component(String name, String digest, String state) {
            return fact("component", name, digest, state);
        }

        /** A shared library that an installer installed. */
        public Builder library(String name, String digest) {
            return fact("library", name, digest);
        }

        /**
         * The settings of a component, if any are set.
         *
         * @param decision digest of the decision for all nodes
         */
        public Builder settings(String component, Sha256 decision, boolean inForce) {
            return fact("settings", component, decision.hex(), Boolean.toString(inForce));
        }

        public Builder link(Link link) {
            String from = link instanceof ToTenant toTenant ? toTenant.component() : "-";
            return fact(
                    "link",
                    link.tenant().toString(),
                    from,
                    link.service().getNamespaceURI(),
                    link.service().getLocalPart(),
                    link.endpoint());
        }

        /** Concatenates the parts, each after its length, so that no two facts have the same form. */
        private Builder fact(String kind, String... parts) {
            StringBuilder fact = new StringBuilder(kind);
            for (String part : parts) {
                requireNonNull(part, kind);
                if (part.indexOf('\n') >= 0) {
                    throw new IllegalArgumentException("the name of a " + kind + " has one line");
                }
                fact.append(' ').append(part.length()).append(':').append(part);
            }
            facts.add(fact.toString());
            return this;
        }

        public NodeState build() {
            return new NodeState(Collections.unmodifiableSortedSet(new TreeSet<>(facts)));
        }
    }
}
