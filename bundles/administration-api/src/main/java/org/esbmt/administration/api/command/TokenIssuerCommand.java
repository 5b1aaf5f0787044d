package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.UserId;

/**
 * Changes of the issuers of tokens whom a tenant trusts, and of the users whom their subjects are. A name is 1 to 64
 * letters, digits, dots, dashes and underscores. UNAVAILABLE on a node without the sealing keys of the installation. They
 * are no steps of a batch, as keys are none.
 *
 * <p>A JWK set (RFC 7517) has 1 to 20 public keys, each with a {@code kid} of its own and for one of the algorithms at
 * least. INVALID for a set with a private, symmetric or weak key.
 */
public sealed interface TokenIssuerCommand<R> extends Command<R> {

    /**
     * Adds an issuer. CONFLICT for a name or an issuer of the tenant that is taken, EXCEEDED beyond the quota.
     *
     * @param issuer the claim {@code iss}, 1 to 500 printable characters
     * @param audience a value that the claim {@code aud} has, 1 to 500 printable characters
     * @param algorithms the allowed ones, at least one
     * @param jwkSet at most 32 KiB
     */
    record AddIssuer(
            TenantId tenant,
            String name,
            String issuer,
            String audience,
            Set<TokenAlgorithm> algorithms,
            Content jwkSet)
            implements TokenIssuerCommand<TokenIssuerView> {
        public AddIssuer {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(issuer, "issuer");
            requireNonNull(audience, "audience");
            algorithms = Set.copyOf(algorithms);
            requireNonNull(jwkSet, "jwkSet");
        }
    }

    /** Replaces the keys of an issuer. NOT_FOUND if there is none of that name. */
    record SetIssuerKeys(TenantId tenant, String name, Content jwkSet) implements TokenIssuerCommand<TokenIssuerView> {
        public SetIssuerKeys {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(jwkSet, "jwkSet");
        }
    }

    /** Removes an issuer with all its subjects. NOT_FOUND if there is none of that name. */
    record RemoveIssuer(TenantId tenant, String name) implements TokenIssuerCommand<Done> {
        public RemoveIssuer {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }

    /**
     * Adds a subject of an issuer to a user, who has at most 20; CONFLICT for one more, and for a subject that is a user's
     * already. NOT_FOUND if there is no such user or issuer.
     *
     * @param name the name of the issuer
     * @param subject the claim {@code sub}, 1 to 255 printable characters
     */
    record AddUserSubject(TenantId tenant, UserId user, String name, String subject)
            implements TokenIssuerCommand<UserSubjectView> {
        public AddUserSubject {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(name, "name");
            requireNonNull(subject, "subject");
        }
    }

    /** Removes a subject of a user. NOT_FOUND if the user has no such subject. */
    record RemoveUserSubject(TenantId tenant, UserId user, String name, String subject)
            implements TokenIssuerCommand<Done> {
        public RemoveUserSubject {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(name, "name");
            requireNonNull(subject, "subject");
        }
    }
}
