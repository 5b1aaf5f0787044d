package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.QuotaScope;
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

/** A step of a batch in the words of the format, with every default and with the bytes of its files. */
final class StepText {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private final StringBuilder text = new StringBuilder();

    StepText(Batch.Step step) {
        command(step.command());
        step.expectedRevision().ifPresent(revision -> with("revision", revision));
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private void command(BatchableCommand<?> step) {
        if (step instanceof CreateTenant create) {
            text.append("createTenant");
            create.as().ifPresent(as -> with("as", as.name()));
            with("name", create.name()).with("displayName", create.displayName());
            with("login", create.administratorLogin()).with(create.password());
            new TreeMap<>(create.quotas()).forEach((resource, hard) -> with("quota of " + resource, hard));
        } else if (step instanceof AddUser add) {
            of("addUser", add.tenant()).with("login", add.login()).with(add.password());
            with("roles", add.roles().stream().map(Enum::name).sorted().collect(joining(" ")));
        } else if (step instanceof SetPassword set) {
            of("setPassword", set.tenant()).with("login", set.user()).with(set.password());
        } else if (step instanceof ResetDefaultAdmin reset) {
            of("resetDefaultAdmin", reset.tenant()).with("login", reset.login().orElseThrow());
            with(reset.password());
        } else if (step instanceof AssignRole assign) {
            of("assignRole", assign.tenant()).with("login", assign.user()).with("role", assign.role());
        } else if (step instanceof RevokeRole revoke) {
            of("revokeRole", revoke.tenant()).with("login", revoke.user()).with("role", revoke.role());
        } else if (step instanceof RemoveUser remove) {
            of("removeUser", remove.tenant()).with("login", remove.user());
        } else if (step instanceof LockUser lock) {
            of("lockUser", lock.tenant()).with("login", lock.user());
        } else if (step instanceof UnlockUser unlock) {
            of("unlockUser", unlock.tenant()).with("login", unlock.user());
        } else if (step instanceof RevokeCredential revoke) {
            of("revokeCredential", revoke.tenant()).with("login", revoke.user());
        } else if (step instanceof HandOverDefaultAdmin handOver) {
            of("handOverDefaultAdmin", handOver.tenant()).with("login", handOver.user());
        } else if (step instanceof AssignDefaultAdmin assign) {
            of("assignDefaultAdmin", assign.tenant()).with("login", assign.user());
        } else {
            stepOfOther(step);
        }
    }

    private void stepOfOther(BatchableCommand<?> step) {
        if (step instanceof SetContact set) {
            of("setContact", set.tenant()).with("name", set.name());
            with("kind", set.kind()).with("address", set.address());
        } else if (step instanceof RemoveContact remove) {
            of("removeContact", remove.tenant()).with("name", remove.name());
        } else if (step instanceof SetQuota set) {
            of("setQuota", set.tenant())
                    .with(set.scope())
                    .with("hard", set.limit().hard());
            set.limit().soft().ifPresent(soft -> with("soft", soft));
        } else if (step instanceof RevokeQuota revoke) {
            of("revokeQuota", revoke.tenant()).with(revoke.scope());
        } else if (step instanceof SetContingent set) {
            of("setContingent", set.tenant()).with(set.grantee());
            with(set.scope()).with("amount", set.amount());
        } else if (step instanceof RevokeContingent revoke) {
            of("revokeContingent", revoke.tenant()).with(revoke.grantee()).with(revoke.scope());
        } else if (step instanceof SuspendTenant suspend) {
            of("suspendTenant", suspend.tenant());
        } else if (step instanceof ResumeTenant resume) {
            of("resumeTenant", resume.tenant());
        } else if (step instanceof DrainTenant drain) {
            of("drainTenant", drain.tenant());
        } else if (step instanceof PurgeTenant purge) {
            of("purgeTenant", purge.tenant()).with("name", purge.name().orElseThrow());
        } else if (step instanceof CreateLink link) {
            of("createLink", link.tenant()).with(link.service(), link.endpoint(), link.component());
        } else if (step instanceof RemoveLink link) {
            of("removeLink", link.tenant()).with(link.service(), link.endpoint(), link.component());
        } else {
            stepOfAssemblyOrService(step);
        }
    }

    private void stepOfAssemblyOrService(BatchableCommand<?> step) {
        if (step instanceof DeployAssembly deploy) {
            of("deploy", deploy.tenant()).with("archive", deploy.archive());
            deploy.user().ifPresent(user -> with("user", user));
        } else if (step instanceof SwitchAssembly version) {
            of("switchAssembly", version.tenant()).with("archive", version.archive());
        } else if (step instanceof UpdateAssembly version) {
            of("updateAssembly", version.tenant()).with("archive", version.archive());
        } else if (step instanceof StartAssembly start) {
            of("startAssembly", start.tenant()).with("assembly", start.assembly());
        } else if (step instanceof StopAssembly stop) {
            of("stopAssembly", stop.tenant()).with("assembly", stop.assembly());
        } else if (step instanceof ShutDownAssembly shutDown) {
            of("shutDownAssembly", shutDown.tenant()).with("assembly", shutDown.assembly());
        } else if (step instanceof RollBackAssembly rollBack) {
            of("rollBackAssembly", rollBack.tenant()).with("assembly", rollBack.assembly());
        } else if (step instanceof UndeployAssembly undeploy) {
            of("undeploy", undeploy.tenant()).with("assembly", undeploy.assembly());
        } else if (step instanceof RegisterService register) {
            of("registerService", register.tenant()).with(register.service()).withWsdl(register.wsdl());
        } else if (step instanceof UpdateService update) {
            of("updateService", update.tenant()).with(update.service()).withWsdl(update.wsdl());
        } else if (step instanceof UnregisterService unregister) {
            of("unregisterService", unregister.tenant()).with(unregister.service());
        } else if (step instanceof AttachPolicy attach) {
            of("attachPolicy", attach.tenant()).with(attach.service());
            with("policy", attach.policy()).with("document", attach.document());
        } else if (step instanceof DetachPolicy detach) {
            of("detachPolicy", detach.tenant()).with(detach.service()).with("policy", detach.policy());
        } else {
            throw new AssertionError("The golden test does not know the step " + step);
        }
    }

    private StepText of(String name, TenantRef tenant) {
        text.append(name);
        return with("tenant", tenant);
    }

    private StepText with(GranteeRef grantee) {
        return grantee instanceof GranteeRef.ToUser to
                ? with("user", to.user())
                : with("role", ((GranteeRef.ToRole) grantee).role());
    }

    private StepText with(QuotaScope scope) {
        return with("resource", scope.resource());
    }

    private StepText with(QName service, String endpoint, Optional<String> component) {
        with(service).with("endpoint", endpoint);
        component.ifPresent(name -> with("component", name));
        return this;
    }

    private StepText with(Password password) {
        return with("password", new String(password.characters()));
    }

    private StepText with(ServiceId service) {
        return with(service.name()).with("version", service.version());
    }

    private StepText with(QName name) {
        return with("namespace", name.getNamespaceURI()).with("name", name.getLocalPart());
    }

    private StepText withWsdl(Optional<Content> wsdl) {
        wsdl.ifPresent(bytes -> with("wsdl", bytes));
        return this;
    }

    private StepText with(String name, Content file) {
        try {
            return with(name, "bytes of " + new String(file.open().readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private StepText with(String name, Object value) {
        String shown = CONTROL.matcher(value.toString())
                .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
        text.append(' ').append(name).append("=\"").append(shown).append('"');
        return this;
    }
}
