package org.esbmt.administration.shell.internal.key;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Arrays;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.TokenAlgorithm;

/** {@code esbmt:issuer-add}. */
@Service
@Command(
        scope = "esbmt",
        name = "issuer-add",
        description = "Adds an issuer of tokens (JWT) or SAML assertions whom a tenant trusts to name its users.",
        detailedDescription =
                "The file has the public keys of the issuer. The bus fetches no keys. Issuers count in the quota"
                        + " TENANT_ISSUERS.")
public final class IssuerAdd extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "name",
            description = "The issuer's name: 1 to 64 letters, digits, '.', '-' and '_'.",
            required = true,
            multiValued = false)
    String name;

    @Argument(
            index = 2,
            name = "issuer",
            description = "The claim iss of its tokens and the Issuer of its assertions.",
            required = true,
            multiValued = false)
    String claim;

    @Argument(
            index = 3,
            name = "audience",
            description = "A value that the claim aud of its tokens has, and an Audience of its assertions.",
            required = true,
            multiValued = false)
    String audience;

    @Argument(
            index = 4,
            name = "algorithms",
            description = "The allowed algorithms, such as RS256,ES256.",
            required = true,
            multiValued = false)
    String algorithms;

    @Argument(
            index = 5,
            name = "keys",
            description = "The file with the public keys, a JWK set" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TokenIssuerView issuer = administration.execute(
                by,
                new AddIssuer(
                        tenant(by, tenant).id(),
                        name,
                        claim,
                        audience,
                        Arrays.stream(algorithms.split(",", -1))
                                .map(algorithm -> TokenAlgorithm.of(algorithm.strip()))
                                .collect(toUnmodifiableSet()),
                        KeyFile.read(session, file)));
        out().println("Issuer " + name + " of tenant " + tenant + " is " + issuer.issuer() + ".");
    }
}
