package org.esbmt.administration.shell.internal.key;

import java.util.TreeSet;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:issuer-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "issuer-show",
        description = "Shows an issuer of tokens of a tenant with its public keys.")
public final class IssuerShow extends TenantCommand {
    @Argument(index = 1, name = "name", description = "The issuer's name.", required = true, multiValued = false)
    @Completion(IssuerCompleter.class)
    String name;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TokenIssuerView issuer = keys.issuer(by, tenant(by, tenant).id(), name);
        out().println("Issuer " + issuer.name() + ", version " + issuer.version());
        out().println("iss: " + issuer.issuer());
        out().println("aud: " + issuer.audience());
        out().println("Algorithms: " + new TreeSet<>(issuer.algorithms()));
        out().println(issuer.jwkSet());
    }
}
