package org.esbmt.administration.testing;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ResyncAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.api.command.NodeCommand.Resync;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Executes each command by the double that has its method. Batches are not executed. */
public final class InMemoryCommands implements Administration {
    private final Map<Class<?>, Handler<?, ?>> handlers = new HashMap<>();

    @FunctionalInterface
    private interface Handler<C, R> {
        R execute(Administrator by, C command) throws AdministrationException;
    }

    /** As {@link Handler}, of a method without a result. */
    @FunctionalInterface
    private interface Deed<C> {
        void execute(Administrator by, C command) throws AdministrationException;
    }

    /** Over doubles that have interfaces of administration, each of one or several. */
    public InMemoryCommands(Object... doubles) {
        for (Object one : doubles) {
            addTenants(one);
            addUsers(one);
            addAssemblies(one);
            addServices(one);
            addCeilings(one);
            addInstallation(one);
            addComponents(one);
            addNodes(one);
        }
    }

    private void addTenants(Object one) {
        if (one instanceof TenantAdministration tenants) {
            on(
                    CreateTenant.class,
                    (by, c) ->
                            tenants.createTenant(by, c.name(), c.displayName(), c.administratorLogin(), c.password()));
            on(SuspendTenant.class, (by, c) -> tenants.suspend(by, id(c.tenant())));
            on(ResumeTenant.class, (by, c) -> tenants.resume(by, id(c.tenant())));
            on(DrainTenant.class, (by, c) -> tenants.drain(by, id(c.tenant())));
            on(PurgeTenant.class, (by, c) -> {
                String name =
                        tenants.findTenant(by, id(c.tenant())).orElseThrow().name();
                if (!c.name().orElse(name).equals(name)) {
                    throw new AdministrationException(
                            Reason.INVALID, "the tenant's name is " + name + ", not the given one; nothing was done");
                }
                return tenants.purge(by, id(c.tenant()));
            });
            on(RequestOffboarding.class, (by, c) -> tenants.requestOffboarding(by, id(c.tenant()), c.name()));
            on(WithdrawOffboarding.class, (by, c) -> tenants.withdrawOffboarding(by, id(c.tenant())));
            on(AddUser.class, (by, c) -> tenants.addUser(by, id(c.tenant()), c.login(), c.password(), c.roles()));
            on(SetPassword.class, (by, c) -> tenants.setPassword(by, id(c.tenant()), id(c.user()), c.password()));
            on(ResetDefaultAdmin.class, (by, c) -> tenants.resetDefaultAdmin(by, id(c.tenant()), c.password()));
            on(LockUser.class, (by, c) -> tenants.lockUser(by, id(c.tenant()), id(c.user())));
            on(UnlockUser.class, (by, c) -> tenants.unlockUser(by, id(c.tenant()), id(c.user())));
        }
    }

    private void addUsers(Object one) {
        if (one instanceof UserAdministration users) {
            on(AssignRole.class, (by, c) -> users.assignRole(by, id(c.tenant()), id(c.user()), c.role()));
            on(RevokeRole.class, (by, c) -> users.revokeRole(by, id(c.tenant()), id(c.user()), c.role()));
            on(RemoveUser.class, (by, c) -> users.removeUser(by, id(c.tenant()), id(c.user())));
            on(RevokeCredential.class, (by, c) -> users.revokeCredential(by, id(c.tenant()), id(c.user())));
            on(HandOverDefaultAdmin.class, (by, c) -> users.handOverDefaultAdmin(by, id(c.tenant()), id(c.user())));
            on(
                    AssignDefaultAdmin.class,
                    (by, c) -> users.assignDefaultAdmin(
                            by, id(c.tenant()), c.user().toString()));
        }
        if (one instanceof AdministratorAccounts accounts) {
            does(ChangePassword.class, (by, c) -> accounts.changePassword(by, c.current(), c.changed()));
        }
    }

    private void addAssemblies(Object one) {
        if (one instanceof AssemblyAdministration all) {
            on(
                    DeployAssembly.class,
                    (by, c) -> all.deploy(
                            by,
                            id(c.tenant()),
                            c.user().map(InMemoryCommands::id),
                            c.archive().open()));
            on(
                    UpdateAssembly.class,
                    (by, c) -> all.update(by, id(c.tenant()), c.archive().open()));
            on(
                    SwitchAssembly.class,
                    (by, c) -> all.switchTo(by, id(c.tenant()), c.archive().open()));
            on(RollBackAssembly.class, (by, c) -> all.rollback(by, id(c.tenant()), c.assembly()));
            does(UndeployAssembly.class, (by, c) -> all.undeploy(by, id(c.tenant()), c.assembly()));
            on(StartAssembly.class, (by, c) -> all.start(by, id(c.tenant()), c.assembly()));
            on(StopAssembly.class, (by, c) -> all.stop(by, id(c.tenant()), c.assembly()));
            on(ShutDownAssembly.class, (by, c) -> all.shutDown(by, id(c.tenant()), c.assembly()));
        }
    }

    private void addServices(Object one) {
        if (one instanceof ServiceAdministration all) {
            on(
                    RegisterService.class,
                    (by, c) -> all.register(
                            by, id(c.tenant()), c.service(), c.wsdl().map(InMemoryCommands::bytes)));
            on(
                    UpdateService.class,
                    (by, c) ->
                            all.update(by, id(c.tenant()), c.service(), c.wsdl().map(InMemoryCommands::bytes)));
            does(UnregisterService.class, (by, c) -> all.unregister(by, id(c.tenant()), c.service()));
            on(
                    AttachPolicy.class,
                    (by, c) -> all.attachPolicy(by, id(c.tenant()), c.service(), c.policy(), bytes(c.document())));
            on(DetachPolicy.class, (by, c) -> all.detachPolicy(by, id(c.tenant()), c.service(), c.policy()));
        }
    }

    private void addCeilings(Object one) {
        if (one instanceof QuotaAdministration all) {
            on(GrantQuota.class, (by, c) -> all.grant(by, c.scope().of(id(c.tenant())), c.ceiling()));
            on(ChangeQuota.class, (by, c) -> all.change(by, c.scope().of(id(c.tenant())), c.ceiling()));
            does(RevokeQuota.class, (by, c) -> all.revoke(by, c.scope().of(id(c.tenant()))));
        }
        if (one instanceof ContingentAdministration all) {
            on(
                    GrantContingent.class,
                    (by, c) -> all.grant(by, c.scope().of(id(c.tenant())), grantee(c.grantee()), c.amount()));
            on(
                    ChangeContingent.class,
                    (by, c) -> all.change(by, c.scope().of(id(c.tenant())), grantee(c.grantee()), c.amount()));
            does(RevokeContingent.class, (by, c) -> all.revoke(by, c.scope().of(id(c.tenant())), grantee(c.grantee())));
        }
    }

    private void addInstallation(Object one) {
        if (one instanceof SystemUserAdministration users) {
            on(AddSystemUser.class, (by, c) -> users.add(by, c.login(), c.password(), c.roles()));
            on(SetSystemPassword.class, (by, c) -> users.setPassword(by, c.login(), c.password()));
            on(LockSystemUser.class, (by, c) -> users.lock(by, c.login()));
            on(UnlockSystemUser.class, (by, c) -> users.unlock(by, c.login()));
            on(RemoveSystemUser.class, (by, c) -> users.remove(by, c.login()));
            on(AssignSystemRole.class, (by, c) -> users.assignRole(by, c.login(), c.role()));
            on(RevokeSystemRole.class, (by, c) -> users.revokeRole(by, c.login(), c.role()));
        }
        if (one instanceof LinkAdministration links) {
            does(
                    CreateLink.class,
                    (by, c) -> links.link(by, new LinkView(c.component(), id(c.tenant()), c.service(), c.endpoint())));
            does(
                    RemoveLink.class,
                    (by, c) ->
                            links.unlink(by, new LinkView(c.component(), id(c.tenant()), c.service(), c.endpoint())));
        }
    }

    private void addComponents(Object one) {
        if (one instanceof ComponentAdministration all) {
            on(InstallComponent.class, (by, c) -> all.install(by, c.installer().open()));
            does(UninstallComponent.class, (by, c) -> all.uninstall(by, c.component()));
            does(UninstallLibrary.class, (by, c) -> all.uninstallLibrary(by, c.library()));
            on(StartComponent.class, (by, c) -> all.start(by, c.component()));
            on(StopComponent.class, (by, c) -> all.stop(by, c.component()));
            on(ShutDownComponent.class, (by, c) -> all.shutDown(by, c.component()));
        }
        if (one instanceof ComponentConfiguration all) {
            on(ConfigureComponent.class, (by, c) -> all.configure(by, c.component(), c.node(), c.changes()));
        }
    }

    private void addNodes(Object one) {
        if (one instanceof ClusterAdministration cluster) {
            on(DrainNode.class, (by, c) -> cluster.drainNode(by, c.node()));
            on(RemoveNode.class, (by, c) -> cluster.removeNode(by, c.node(), c.forced()));
        }
        if (one instanceof ResyncAdministration resyncs) {
            on(Resync.class, (by, c) -> resyncs.resync(by, c.tenant(), c.assembly()));
        }
        if (one instanceof TransactionOversight transactions) {
            on(RecoverTransactions.class, (by, c) -> transactions.recover(by));
            does(RetireResource.class, (by, c) -> transactions.retire(by, c.resource(), c.confirmation()));
            does(ForgetHeuristic.class, (by, c) -> transactions.forget(by, c.transaction(), c.resource()));
        }
    }

    private <R, C extends Command<R>> void on(Class<C> type, Handler<C, R> handler) {
        handlers.put(type, handler);
    }

    private <C extends Command<Done>> void does(Class<C> type, Deed<C> deed) {
        on(type, (by, command) -> {
            deed.execute(by, command);
            return Done.DONE;
        });
    }

    private static TenantId id(TenantRef tenant) {
        return ((TenantRef.Known) tenant).id();
    }

    private static UserId id(UserRef user) {
        return ((UserRef.ById) user).id();
    }

    private static Grantee grantee(GranteeRef grantee) {
        return grantee instanceof GranteeRef.ToUser one
                ? new Grantee.ToUser(id(one.user()))
                : new Grantee.ToRole(((GranteeRef.ToRole) grantee).role());
    }

    private static byte[] bytes(Content content) {
        try {
            return content.open().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // on() pairs a type with its handler
    public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
        Handler<Command<R>, R> handler = (Handler<Command<R>, R>)
                requireNonNull(handlers.get(command.getClass()), "a handler of " + command.getClass());
        return handler.execute(by, command);
    }

    @Override
    public BatchReport dryRun(Administrator by, Batch batch) {
        throw new UnsupportedOperationException("no batch is executed here");
    }
}
