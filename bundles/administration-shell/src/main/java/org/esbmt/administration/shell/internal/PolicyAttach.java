package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:policy-attach}. */
@Service
@Command(
        scope = "esbmt",
        name = "policy-attach",
        description = "Attaches a policy to a service, or replaces the one of that name.",
        detailedDescription = "A document of WS-Policy in UTF-8 without a document type, of at most 1 MiB.")
public final class PolicyAttach extends ServiceChange {
    @Argument(
            index = 2,
            name = "policy",
            description = "The policy's name: 1 to 100 letters, digits, '_', '.' and '-'.",
            required = true,
            multiValued = false)
    String policy;

    @Argument(
            index = 3,
            name = "file",
            description = "The file of the policy, on the machine of the bus.",
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    ServiceView change(Administrator by, TenantId owner, ServiceId id)
            throws AdministrationException, CommandException {
        return services.attachPolicy(by, owner, id, policy, Documents.read(session, file));
    }
}
