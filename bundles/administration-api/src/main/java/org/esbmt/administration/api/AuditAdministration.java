package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit trail: a chain of entries for each tenant, and one for the installation. Each entry has the hash of the one
 * before, so a changed, moved or removed entry is found. Both operations leave an entry of their own in the chain
 * before they answer. The tenant is empty for the installation's chain. Threads as those of
 * {@link TenantAdministration}.
 */
@ProviderType
public interface AuditAdministration {
    /** Entries of one part at the most. */
    int MAX_ENTRIES = 1_000;

    /**
     * Returns a part of a chain, in its order. A tenant's operator who is neither its administrator nor its auditor
     * reads only their own entries, refusals included; the sequences have gaps then. The last part ends with the head
     * of the chain. No part is empty, since reading is an entry too.
     *
     * @param from sequence of the first entry wanted, from 1; empty: the last ones
     * @param limit 1 to {@value #MAX_ENTRIES}
     * @throws AdministrationException NOT_FOUND if there is no such tenant
     */
    Part read(Administrator by, Optional<TenantId> tenant, OptionalLong from, int limit) throws AdministrationException;

    /**
     * Computes the hashes of a chain anew. Reads all of it.
     *
     * @param kept a head that was kept elsewhere: without one nobody finds out that the whole chain was written anew
     * @throws AdministrationException NOT_FOUND if there is no such tenant
     */
    Verdict verify(Administrator by, Optional<TenantId> tenant, Optional<Head> kept) throws AdministrationException;

    /**
     * Entries of a chain.
     *
     * @param head of the chain when they were read, or the last of its entries that the caller may read; empty only if
     *     somebody has tampered with the chain
     */
    record Part(List<Entry> entries, Optional<Head> head) {
        public Part {
            entries = List.copyOf(entries);
            requireNonNull(head, "head");
        }
    }

    /**
     * An operation that was done, or refused.
     *
     * @param sequence from 1, without gaps
     * @param at to the microsecond
     * @param actorTenant whose user did it; empty for the installation's
     * @param login if it can be found and the caller may see it: a tenant sees none of the installation's
     *     administrators
     * @param action such as {@code suspendTenant} or {@code suspendTenant refused: FORBIDDEN}
     * @param object the target, as the caller wrote it: not fit for a terminal or log as it is
     * @param before as it was; as {@code object}
     * @param after as it was then; as {@code object}
     * @param operation the identifier of the request
     * @param hash SHA-256, 64 hexadecimal digits
     */
    record Entry(
            long sequence,
            Instant at,
            Optional<TenantId> actorTenant,
            UserId actor,
            Optional<String> login,
            String action,
            String object,
            Optional<String> before,
            Optional<String> after,
            Optional<UUID> operation,
            String hash) {
        public Entry {
            requireNonNull(at, "at");
            requireNonNull(actorTenant, "actorTenant");
            requireNonNull(actor, "actor");
            requireNonNull(login, "login");
            requireNonNull(action, "action");
            requireNonNull(object, "object");
            requireNonNull(before, "before");
            requireNonNull(after, "after");
            requireNonNull(operation, "operation");
            requireNonNull(hash, "hash");
        }
    }

    /**
     * The last entry of a chain. Kept elsewhere it proves later that all entries up to it are what they were.
     *
     * @param hash 64 hexadecimal digits in lower case
     */
    record Head(long sequence, String hash) {
        private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17}):([0-9a-f]{64})");

        public Head {
            if (!FORM.matcher(sequence + ":" + hash).matches()) {
                throw new IllegalArgumentException(
                        "the head of a chain is a sequence from 1 and 64 hexadecimal digits in lower case");
            }
        }

        /** Reads {@link #toString}. */
        public static Head of(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "the head of a chain is its sequence, ':' and 64 hexadecimal digits in lower case");
            }
            return new Head(Long.parseLong(form.group(1)), form.group(2));
        }

        @Override
        public String toString() {
            return sequence + ":" + hash;
        }
    }

    /**
     * The result of the verification of a chain.
     *
     * @param head its last entry when it was verified, to be kept elsewhere if the chain is whole
     * @param broken the first place where it is not what it was; empty if it is whole
     */
    record Verdict(Optional<Head> head, Optional<Break> broken) {
        public Verdict {
            requireNonNull(head, "head");
            requireNonNull(broken, "broken");
        }

        public boolean whole() {
            return broken.isEmpty();
        }
    }

    /**
     * The place where a chain was tampered with.
     *
     * @param sequence of the first entry that is not what it was, or not there
     * @param what a sentence about it
     */
    record Break(long sequence, String what) {
        public Break {
            requireNonNull(what, "what");
        }
    }
}
