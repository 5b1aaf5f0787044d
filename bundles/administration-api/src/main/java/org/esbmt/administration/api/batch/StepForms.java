package org.esbmt.administration.api.batch;

import static java.util.stream.Collectors.toUnmodifiableMap;
import static org.esbmt.administration.api.batch.StepField.ARCHIVE;
import static org.esbmt.administration.api.batch.StepField.ASSEMBLY;
import static org.esbmt.administration.api.batch.StepField.LOGIN;
import static org.esbmt.administration.api.batch.StepField.NAME;
import static org.esbmt.administration.api.batch.StepField.PASSWORD;
import static org.esbmt.administration.api.batch.StepField.POLICY;
import static org.esbmt.administration.api.batch.StepField.ROLE;
import static org.esbmt.administration.api.batch.StepField.SCOPE;
import static org.esbmt.administration.api.batch.StepField.SERVICE;
import static org.esbmt.administration.api.batch.StepField.TENANT;
import static org.esbmt.administration.api.batch.StepField.WSDL;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.esbmt.administration.api.batch.StepForm.Part;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
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

/** All kinds of steps. A new kind needs an entry here and an element in {@code batch.xsd}; a test compares the two. */
final class StepForms {
    static final List<StepForm<?>> ALL = List.of(
            StepForm.of(
                    "createTenant",
                    CreateTenant.class,
                    Part.of(StepField.AS, CreateTenant::as),
                    Part.of(NAME, CreateTenant::name),
                    Part.of(StepField.text("displayName"), CreateTenant::displayName),
                    Part.of(StepField.LOGIN_TEXT, CreateTenant::administratorLogin),
                    Part.of(PASSWORD, CreateTenant::password),
                    Part.of(StepField.QUOTAS, CreateTenant::quotas),
                    CreateTenant::new),
            ofTenant("suspendTenant", SuspendTenant.class, SuspendTenant::new),
            ofTenant("resumeTenant", ResumeTenant.class, ResumeTenant::new),
            ofTenant("drainTenant", DrainTenant.class, DrainTenant::new),
            StepForm.of(
                    "purgeTenant",
                    PurgeTenant.class,
                    tenant(),
                    Part.of(StepField.required(NAME), PurgeTenant::name),
                    PurgeTenant::new),
            StepForm.of(
                    "addUser",
                    AddUser.class,
                    tenant(),
                    Part.of(StepField.LOGIN_TEXT, AddUser::login),
                    Part.of(PASSWORD, AddUser::password),
                    Part.of(StepField.ROLES, AddUser::roles),
                    AddUser::new),
            StepForm.of(
                    "assignRole",
                    AssignRole.class,
                    tenant(),
                    Part.of(LOGIN, AssignRole::user),
                    Part.of(ROLE, AssignRole::role),
                    AssignRole::new),
            StepForm.of(
                    "revokeRole",
                    RevokeRole.class,
                    tenant(),
                    Part.of(LOGIN, RevokeRole::user),
                    Part.of(ROLE, RevokeRole::role),
                    RevokeRole::new),
            ofUser("removeUser", RemoveUser.class, RemoveUser::user, RemoveUser::new),
            ofUser("lockUser", LockUser.class, LockUser::user, LockUser::new),
            ofUser("unlockUser", UnlockUser.class, UnlockUser::user, UnlockUser::new),
            ofUser("revokeCredential", RevokeCredential.class, RevokeCredential::user, RevokeCredential::new),
            ofUser(
                    "handOverDefaultAdmin",
                    HandOverDefaultAdmin.class,
                    HandOverDefaultAdmin::user,
                    HandOverDefaultAdmin::new),
            ofUser("assignDefaultAdmin", AssignDefaultAdmin.class, AssignDefaultAdmin::user, AssignDefaultAdmin::new),
            StepForm.of(
                    "setPassword",
                    SetPassword.class,
                    tenant(),
                    Part.of(LOGIN, SetPassword::user),
                    Part.of(PASSWORD, SetPassword::password),
                    SetPassword::new),
            StepForm.of(
                    "resetDefaultAdmin",
                    ResetDefaultAdmin.class,
                    tenant(),
                    Part.of(StepField.required(StepField.LOGIN_TEXT), ResetDefaultAdmin::login),
                    Part.of(PASSWORD, ResetDefaultAdmin::password),
                    ResetDefaultAdmin::new),
            StepForm.of(
                    "setContact",
                    SetContact.class,
                    tenant(),
                    Part.of(NAME, SetContact::name),
                    Part.of(StepField.CONTACT_KIND, SetContact::kind),
                    Part.of(StepField.ADDRESS, SetContact::address),
                    SetContact::new),
            StepForm.of(
                    "removeContact",
                    RemoveContact.class,
                    tenant(),
                    Part.of(NAME, RemoveContact::name),
                    RemoveContact::new),
            StepForm.of(
                    "setQuota",
                    SetQuota.class,
                    tenant(),
                    Part.of(SCOPE, SetQuota::scope),
                    Part.of(StepField.CEILING, SetQuota::limit),
                    SetQuota::new),
            StepForm.of(
                    "revokeQuota", RevokeQuota.class, tenant(), Part.of(SCOPE, RevokeQuota::scope), RevokeQuota::new),
            StepForm.of(
                    "setContingent",
                    SetContingent.class,
                    tenant(),
                    Part.of(SCOPE, SetContingent::scope),
                    Part.of(StepField.GRANTEE, SetContingent::grantee),
                    Part.of(StepField.AMOUNT, SetContingent::amount),
                    SetContingent::new),
            StepForm.of(
                    "revokeContingent",
                    RevokeContingent.class,
                    tenant(),
                    Part.of(SCOPE, RevokeContingent::scope),
                    Part.of(StepField.GRANTEE, RevokeContingent::grantee),
                    RevokeContingent::new),
            StepForm.of(
                    "deploy",
                    DeployAssembly.class,
                    tenant(),
                    Part.of(StepField.USER, DeployAssembly::user),
                    Part.of(ARCHIVE, DeployAssembly::archive),
                    DeployAssembly::new),
            ofVersion(
                    "switchAssembly",
                    SwitchAssembly.class,
                    SwitchAssembly::assembly,
                    SwitchAssembly::archive,
                    SwitchAssembly::new),
            ofVersion(
                    "updateAssembly",
                    UpdateAssembly.class,
                    UpdateAssembly::assembly,
                    UpdateAssembly::archive,
                    UpdateAssembly::new),
            ofAssembly("startAssembly", StartAssembly.class, StartAssembly::assembly, StartAssembly::new),
            ofAssembly("stopAssembly", StopAssembly.class, StopAssembly::assembly, StopAssembly::new),
            ofAssembly("shutDownAssembly", ShutDownAssembly.class, ShutDownAssembly::assembly, ShutDownAssembly::new),
            ofAssembly("rollBackAssembly", RollBackAssembly.class, RollBackAssembly::assembly, RollBackAssembly::new),
            ofAssembly("undeploy", UndeployAssembly.class, UndeployAssembly::assembly, UndeployAssembly::new),
            StepForm.of(
                    "registerService",
                    RegisterService.class,
                    tenant(),
                    Part.of(SERVICE, RegisterService::service),
                    Part.of(WSDL, RegisterService::wsdl),
                    RegisterService::new),
            StepForm.of(
                    "updateService",
                    UpdateService.class,
                    tenant(),
                    Part.of(SERVICE, UpdateService::service),
                    Part.of(WSDL, UpdateService::wsdl),
                    UpdateService::new),
            StepForm.of(
                    "unregisterService",
                    UnregisterService.class,
                    tenant(),
                    Part.of(SERVICE, UnregisterService::service),
                    UnregisterService::new),
            StepForm.of(
                    "attachPolicy",
                    AttachPolicy.class,
                    tenant(),
                    Part.of(SERVICE, AttachPolicy::service),
                    Part.of(POLICY, AttachPolicy::policy),
                    Part.of(StepField.DOCUMENT, AttachPolicy::document),
                    AttachPolicy::new),
            StepForm.of(
                    "detachPolicy",
                    DetachPolicy.class,
                    tenant(),
                    Part.of(SERVICE, DetachPolicy::service),
                    Part.of(POLICY, DetachPolicy::policy),
                    DetachPolicy::new),
            StepForm.of(
                    "createLink",
                    CreateLink.class,
                    tenant(),
                    Part.of(StepField.COMPONENT, CreateLink::component),
                    Part.of(StepField.QNAME, CreateLink::service),
                    Part.of(StepField.ENDPOINT, CreateLink::endpoint),
                    CreateLink::new),
            StepForm.of(
                    "removeLink",
                    RemoveLink.class,
                    tenant(),
                    Part.of(StepField.COMPONENT, RemoveLink::component),
                    Part.of(StepField.QNAME, RemoveLink::service),
                    Part.of(StepField.ENDPOINT, RemoveLink::endpoint),
                    RemoveLink::new));

    /** Commands that change no entry with a revision. */
    private static final Set<Class<?>> WITHOUT_REVISION = Set.of(
            CreateTenant.class,
            AddUser.class,
            DeployAssembly.class,
            RegisterService.class,
            CreateLink.class,
            RemoveLink.class);

    /** The attributes of a quota of a new tenant. */
    static final List<BatchSteps.Attribute> QUOTA = List.of(
            new BatchSteps.Attribute("resource", "Text", true), new BatchSteps.Attribute("hard", "Amount", true));

    private static final Map<String, StepForm<?>> BY_NAME =
            ALL.stream().collect(toUnmodifiableMap(StepForm::name, Function.identity()));
    private static final Map<Class<?>, StepForm<?>> BY_COMMAND =
            ALL.stream().collect(toUnmodifiableMap(StepForm::command, Function.identity()));

    private StepForms() {}

    /** All attributes of a step, with the revision of its entry. */
    static List<BatchSteps.Attribute> attributes(StepForm<?> form) {
        Stream<BatchSteps.Attribute> values =
                form.attributes().stream().map(one -> new BatchSteps.Attribute(one.name(), one.type(), one.required()));
        return Stream.concat(
                        values,
                        WITHOUT_REVISION.contains(form.command()) ? Stream.empty() : Stream.of(BatchSteps.revision()))
                .toList();
    }

    /** @throws IllegalStateException if the schema has an element without a form */
    static StepForm<?> named(String element) {
        return Optional.ofNullable(BY_NAME.get(element))
                .orElseThrow(() -> new IllegalStateException("the schema has no " + element));
    }

    /** @throws IllegalArgumentException if no element represents the command */
    static StepForm<?> of(BatchableCommand<?> command) {
        return Optional.<StepForm<?>>ofNullable(BY_COMMAND.get(command.getClass()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the text of a batch has no " + command.getClass().getSimpleName()));
    }

    private static <C extends BatchableCommand<?>> Part<C, TenantRef> tenant() {
        return Part.of(TENANT, BatchableCommand::tenant);
    }

    private static <C extends BatchableCommand<?>> StepForm<C> ofTenant(
            String name, Class<C> command, StepForm.Of1<TenantRef, C> made) {
        return StepForm.of(name, command, tenant(), made);
    }

    private static <C extends BatchableCommand<?>> StepForm<C> ofUser(
            String name, Class<C> command, Function<C, UserRef> user, StepForm.Of2<TenantRef, UserRef, C> made) {
        return StepForm.of(name, command, tenant(), Part.of(LOGIN, user), made);
    }

    private static <C extends BatchableCommand<?>> StepForm<C> ofVersion(
            String name,
            Class<C> command,
            Function<C, Optional<String>> assembly,
            Function<C, Content> archive,
            StepForm.Of3<TenantRef, Optional<String>, Content, C> made) {
        return StepForm.of(
                name,
                command,
                tenant(),
                Part.of(StepField.ARCHIVED_ASSEMBLY, assembly),
                Part.of(ARCHIVE, archive),
                made);
    }

    private static <C extends BatchableCommand<?>> StepForm<C> ofAssembly(
            String name, Class<C> command, Function<C, String> assembly, StepForm.Of2<TenantRef, String, C> made) {
        return StepForm.of(name, command, tenant(), Part.of(ASSEMBLY, assembly), made);
    }
}
