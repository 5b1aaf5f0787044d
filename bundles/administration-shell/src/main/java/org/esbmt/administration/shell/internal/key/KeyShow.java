package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:key-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-show",
        description = "Shows a key of a tenant with its certificates in PEM, without the private key.")
public final class KeyShow extends TenantCommand {
    @Argument(index = 1, name = "name", description = "The key's name.", required = true, multiValued = false)
    @Completion(KeyCompleter.class)
    String name;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantKeyView key = keys.key(by, tenant(by, tenant).id(), name);
        out().println("Key " + key.name() + ", identifier " + key.id());
        out().println("Purpose: " + key.purpose() + ", " + key.state()
                + key.formerUntil().map(until -> " until " + until).orElse(""));
        out().println("Algorithm: " + key.algorithm());
        out().println("Subject: " + key.subject());
        out().println("Issuer: " + key.issuer());
        out().println("Valid: " + key.notBefore() + " to " + key.notAfter()
                + (key.expiresSoon() ? ", expires soon" : ""));
        out().println("SHA-256: " + key.digest());
        out().print(key.certificates());
    }
}
