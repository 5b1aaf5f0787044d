package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:authority-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "authority-show",
        description = "Shows a certificate authority of a tenant with its certificate in PEM.")
public final class AuthorityShow extends TenantCommand {
    @Argument(index = 1, name = "name", description = "The authority's name.", required = true, multiValued = false)
    @Completion(AuthorityCompleter.class)
    String name;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantAuthorityView authority = keys.authority(by, tenant(by, tenant).id(), name);
        out().println("Authority " + authority.name());
        out().println("Algorithm: " + authority.algorithm());
        out().println("Subject: " + authority.subject());
        out().println("Valid: " + authority.notBefore() + " to " + authority.notAfter()
                + (authority.expiresSoon() ? ", expires soon" : ""));
        out().println("SHA-256: " + authority.digest());
        out().println("CRL: " + AuthorityList.crl(authority));
        out().print(authority.certificate());
    }
}
