package org.esbmt.administration.internal.batch;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.internal.assembly.AssemblyManager;
import org.esbmt.administration.internal.assembly.AssemblyVersionManager;
import org.esbmt.administration.internal.assembly.LinkManager;
import org.esbmt.administration.internal.assembly.ServiceManager;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.quota.ContingentManager;
import org.esbmt.administration.internal.quota.QuotaManager;
import org.esbmt.administration.internal.tenant.ContactManager;
import org.esbmt.administration.internal.tenant.CredentialManager;
import org.esbmt.administration.internal.tenant.TenantManager;
import org.esbmt.administration.internal.tenant.UserManager;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The handlers of all commands that may be steps of a batch. Any thread. */
@Component(service = BatchableCommands.class)
public final class BatchableCommands {
    private final CommandHandlers handlers;

    @Activate
    public BatchableCommands(
            @Reference TenantManager tenants,
            @Reference UserManager users,
            @Reference CredentialManager credentials,
            @Reference ContactManager contacts,
            @Reference QuotaManager quotas,
            @Reference ContingentManager contingents,
            @Reference AssemblyManager assemblies,
            @Reference AssemblyVersionManager versions,
            @Reference ServiceManager services,
            @Reference LinkManager links) {
        this.handlers = new CommandHandlers()
                .addAll(requireNonNull(tenants, "tenants").commands())
                .addAll(requireNonNull(users, "users").commands())
                .addAll(requireNonNull(credentials, "credentials").commands())
                .addAll(requireNonNull(contacts, "contacts").commands())
                .addAll(requireNonNull(quotas, "quotas").commands())
                .addAll(requireNonNull(contingents, "contingents").commands())
                .addAll(requireNonNull(assemblies, "assemblies").commands())
                .addAll(requireNonNull(versions, "versions").commands())
                .addAll(requireNonNull(services, "services").commands())
                .addAll(requireNonNull(links, "links").commands());
    }

    <C extends BatchableCommand<?>> StepHandler<C, ?, ?> handler(C command) {
        return handlers.step(command);
    }

    public CommandHandlers handlers() {
        return handlers;
    }
}
