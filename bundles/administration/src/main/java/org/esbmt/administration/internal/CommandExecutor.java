package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ComponentCommand;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.internal.assembly.ResyncManager;
import org.esbmt.administration.internal.batch.BatchManager;
import org.esbmt.administration.internal.batch.BatchableCommands;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.component.ComponentManager;
import org.esbmt.administration.internal.component.SettingsManager;
import org.esbmt.administration.internal.login.AccessCredentialManager;
import org.esbmt.administration.internal.login.AdministratorAccess;
import org.esbmt.administration.internal.login.SystemUserManager;
import org.esbmt.administration.internal.oversight.ClusterManager;
import org.esbmt.administration.internal.oversight.TransactionManager;
import org.esbmt.administration.internal.tenant.TenantAuthorityManager;
import org.esbmt.administration.internal.tenant.TenantKeyManager;
import org.esbmt.administration.internal.tenant.TenantPartnerManager;
import org.esbmt.administration.internal.tenant.TenantSecretManager;
import org.esbmt.administration.internal.tenant.TokenIssuerManager;
import org.esbmt.administration.internal.tenant.UserCertificateManager;
import org.esbmt.administration.internal.tenant.UserSubjectManager;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Executes each command by its one handler. Without a deployer the commands about components are UNAVAILABLE, and all others are
 * executed. So tenants are administered and transactions recovered while a node does not deploy.
 */
@Component(service = Administration.class)
public final class CommandExecutor implements Administration {
    private final CommandHandlers handlers;
    private final BatchManager batches;
    private final AtomicReference<ComponentManager> components = new AtomicReference<>();
    private final AtomicReference<SettingsManager> settings = new AtomicReference<>();

    @Activate
    public CommandExecutor(
            @Reference BatchableCommands batchable,
            @Reference BatchManager batches,
            @Reference SystemUserManager systemUsers,
            @Reference ClusterManager nodes,
            @Reference ResyncManager resyncs,
            @Reference TransactionManager transactions,
            @Reference AdministratorAccess accounts,
            @Reference AccessCredentialManager accessCredentials,
            @Reference UserCertificateManager userCertificates,
            @Reference TenantKeyManager tenantKeys,
            @Reference TenantSecretManager tenantSecrets,
            @Reference TenantPartnerManager tenantPartners,
            @Reference TokenIssuerManager tokenIssuers,
            @Reference UserSubjectManager userSubjects,
            @Reference TenantAuthorityManager tenantAuthorities) {
        this.batches = requireNonNull(batches, "batches");
        this.handlers = new CommandHandlers()
                .addAll(requireNonNull(batchable, "batchable").handlers())
                .addAll(requireNonNull(systemUsers, "systemUsers").commands())
                .addAll(requireNonNull(nodes, "nodes").commands())
                .addAll(requireNonNull(transactions, "transactions").commands())
                .add(Batch.class, batches::submit)
                .addAll(requireNonNull(resyncs, "resyncs").commands())
                .addAll(requireNonNull(accounts, "accounts").commands())
                .addAll(requireNonNull(accessCredentials, "accessCredentials").commands())
                .addAll(requireNonNull(userCertificates, "userCertificates").commands())
                .addAll(requireNonNull(tenantKeys, "tenantKeys").commands())
                .addAll(requireNonNull(tenantSecrets, "tenantSecrets").commands())
                .addAll(requireNonNull(tenantPartners, "tenantPartners").commands())
                .addAll(requireNonNull(tokenIssuers, "tokenIssuers").commands())
                .addAll(requireNonNull(userSubjects, "userSubjects").commands())
                .addAll(requireNonNull(tenantAuthorities, "tenantAuthorities").commands());
    }

    @Override
    public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
        requireNonNull(by, "by");
        return handlers(requireNonNull(command, "command")).execute(by, command);
    }

    private CommandHandlers handlers(Command<?> command) throws AdministrationException {
        if (!(command instanceof ComponentCommand)) {
            return handlers;
        }
        return command instanceof ConfigureComponent
                ? running(settings.get()).commands()
                : running(components.get()).commands();
    }

    private static <T> T running(T manager) throws AdministrationException {
        if (manager == null) {
            throw new AdministrationException(UNAVAILABLE, "the deployer of this node does not run (yet)");
        }
        return manager;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindComponents(ComponentManager manager) {
        components.set(manager);
    }

    void unbindComponents(ComponentManager manager) {
        components.compareAndSet(manager, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindSettings(SettingsManager manager) {
        settings.set(manager);
    }

    void unbindSettings(SettingsManager manager) {
        settings.compareAndSet(manager, null);
    }

    @Override
    public BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException {
        return batches.dryRun(requireNonNull(by, "by"), requireNonNull(batch, "batch"));
    }

    /**
     * Returns the handlers of all commands, those about components included; UNAVAILABLE while the deployer does not
     * run.
     */
    CommandHandlers handlers() throws AdministrationException {
        return new CommandHandlers()
                .addAll(handlers)
                .addAll(running(components.get()).commands())
                .addAll(running(settings.get()).commands());
    }
}
