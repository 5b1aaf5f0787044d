package org.esbmt.administration.shell.internal.key;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:key-request}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-request",
        description = "Prints a request for a certificate of a tenant's key (PKCS#10), in PEM.")
public final class KeyRequest extends TenantCommand {
    @Argument(index = 1, name = "name", description = "The key's name.", required = true, multiValued = false)
    @Completion(KeyCompleter.class)
    String name;

    @Option(
            name = "--subject",
            description = "The subject, such as 'CN=orders, O=Acme'; without it that of the present certificate.",
            required = false,
            multiValued = false)
    String subject;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        out().print(keys.request(by, tenant(by, tenant).id(), name, Optional.ofNullable(subject)));
    }
}
