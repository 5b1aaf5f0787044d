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
    /** The largest number of entries of one part. */
    int MAX_ENTRIES = 1_000;

    /**
     * Returns a part of a chain, in its order. A tenant's operator who is neither its administrator nor its auditor
     * reads only their own entries, refusals included; the sequences have gaps then. The last part ends with the head
     * of the chain. No part is empty, since the read itself is an entry.
     *
     * @param from the sequence of the first entry, from 1; empty for the last entries
     * @param limit 1 to {@value #MAX_ENTRIES}
     * @throws AdministrationException NOT_FOUND if there is no such tenant
     */
    Part read(Administrator by, Optional<TenantId> tenant, OptionalLong from, int limit) throws AdministrationException;

    /**
     * Computes the hashes of a chain again. Reads all of it.
     *
     * @param kept a head that was kept elsewhere. Only such a head reveals that the whole chain was rewritten
     * @throws AdministrationException NOT_FOUND if there is no such tenant
     */
    Verdict verify(Administrator by, Optional<TenantId> tenant, Optional<Head> kept) throws AdministrationException;

    /**
     * Entries of a chain.
     *
     * @param head the head of the chain at the time of the read, or the last entry that the caller may read. Empty only
     *     if the chain was tampered with
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
     * @param actorTenant the actor's tenant; empty for the installation
     * @param login the actor's login, if it can be found and the caller may see it. A tenant sees no administrator of
     *     the installation
     * @param action such as {@code suspendTenant} or {@code suspendTenant refused: FORBIDDEN}
     * @param object the target, as the caller wrote it; not safe for a terminal or log without escaping
     * @param before the state before the operation; as {@code object}
     * @param after the state after the operation; as {@code object}
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
     * The last entry of a chain. A head that is kept elsewhere proves later that no entry up to it was changed.
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

        /** Parses the form of {@link #toString}. */
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
     * @param head its last entry at the time of the verification, to be kept elsewhere if the chain is whole
     * @param broken the first changed or missing entry; empty if the chain is whole
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
     * The entry at which a chain was tampered with.
     *
     * @param sequence the sequence of the first changed or missing entry
     * @param what a sentence about the manipulation
     */
    record Break(long sequence, String what) {
        public Break {
            requireNonNull(what, "what");
        }
    }
}
