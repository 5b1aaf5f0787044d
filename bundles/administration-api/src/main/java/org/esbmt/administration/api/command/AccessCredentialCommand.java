package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.OptionalInt;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.Scope;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of tokens and certificates. A user has at most 20 open ones; CONFLICT for one more. A request with a token or a
 * certificate adds neither: FORBIDDEN.
 *
 * <p>They are no steps of a batch. The text of a token would be in its report, and a locked user's tokens are refused anyway.
 */
public sealed interface AccessCredentialCommand<R> extends Command<R> {
    /** The days until the end, if the command names none. */
    int DEFAULT_DAYS = 90;
    /** The largest number of days until the end. */
    int MOST_DAYS = 366;

    /**
     * Creates a token of the caller. The result has its text; a repetition under the same identifier has the token without
     * its text.
     *
     * @param name 1 to 100 printable characters without a space at either end
     * @param days the days until it expires, 1 to {@value #MOST_DAYS}; absent for {@value #DEFAULT_DAYS}
     */
    record CreateToken(String name, Scope scope, OptionalInt days) implements AccessCredentialCommand<IssuedToken> {
        public CreateToken {
            requireNonNull(name, "name");
            requireNonNull(scope, "scope");
            checkDays(days);
        }
    }

    /**
     * Registers a certificate of the caller. It expires with its own validity at the latest. INVALID for a key that is too
     * weak, CONFLICT if anybody registered it, or revoked it.
     *
     * @param name as of {@link CreateToken}
     * @param certificate one X.509 certificate in PEM or DER, at most 64 KiB
     * @param days as of {@link CreateToken}
     */
    record RegisterCertificate(String name, Content certificate, Scope scope, OptionalInt days)
            implements AccessCredentialCommand<AccessCredentialView> {
        public RegisterCertificate {
            requireNonNull(name, "name");
            requireNonNull(certificate, "certificate");
            requireNonNull(scope, "scope");
            checkDays(days);
        }
    }

    /** Revokes a token of the caller for good. NOT_FOUND if the caller has no such token. */
    record RevokeToken(AccessCredentialId id) implements AccessCredentialCommand<Done> {
        public RevokeToken {
            requireNonNull(id, "id");
        }
    }

    /** Revokes a certificate of the caller for good. NOT_FOUND if the caller has no such certificate. */
    record RevokeCertificate(AccessCredentialId id) implements AccessCredentialCommand<Done> {
        public RevokeCertificate {
            requireNonNull(id, "id");
        }
    }

    /** Revokes a token or certificate of a tenant's user for good. */
    record RevokeAccessCredential(TenantId tenant, AccessCredentialId id) implements AccessCredentialCommand<Done> {
        public RevokeAccessCredential {
            requireNonNull(tenant, "tenant");
            requireNonNull(id, "id");
        }
    }

    /** Revokes a token or certificate of a user of the installation for good. */
    record RevokeSystemAccessCredential(AccessCredentialId id) implements AccessCredentialCommand<Done> {
        public RevokeSystemAccessCredential {
            requireNonNull(id, "id");
        }
    }

    private static void checkDays(OptionalInt days) {
        if (days.isPresent() && (days.getAsInt() < 1 || days.getAsInt() > MOST_DAYS)) {
            throw new IllegalArgumentException("days must be 1 to " + MOST_DAYS + ", but is " + days.getAsInt());
        }
    }
}
