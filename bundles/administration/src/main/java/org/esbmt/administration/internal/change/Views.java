package org.esbmt.administration.internal.change;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.Deployment;

/** Makes the administrators' views of the data of registry and deployer. */
public final class Views {
    private Views() {}

    public static TenantView tenant(Versioned<Tenant> versioned) {
        Tenant t = versioned.value();
        return new TenantView(
                t.id(),
                t.name().value(),
                t.displayName(),
                TenantView.State.valueOf(t.state().name()),
                t.createdAt(),
                versioned.revision());
    }

    public static UserView user(Versioned<TenantUser> versioned) {
        TenantUser u = versioned.value();
        return new UserView(
                u.tenant(),
                u.id(),
                u.login().value(),
                UserView.State.valueOf(u.state().name()),
                u.defaultAdministrator(),
                u.roles(),
                u.createdAt(),
                versioned.revision());
    }

    public static AssemblyView assembly(DeployedAssembly a, OptionalLong revision) {
        return new AssemblyView(
                a.tenant(),
                a.user(),
                a.name(),
                a.description(),
                a.state().name(),
                a.units().stream()
                        .map(u -> u.name() + " (" + u.component() + ")")
                        .toList(),
                a.digest(),
                a.rewritten(),
                a.former(),
                revision);
    }

    /** The view of a decided deployment that this node does not have yet. */
    public static AssemblyView pending(Versioned<Deployment> versioned) {
        Deployment deployment = versioned.value();
        AssemblyContent content = deployment.current().content();
        return new AssemblyView(
                deployment.tenant(),
                content.user(),
                content.name().value(),
                content.description(),
                "PENDING",
                content.units().stream()
                        .map(u -> u.name() + " (" + u.component() + ")")
                        .toList(),
                content.original().hex(),
                Optional.of(content.rewritten().hex()),
                Optional.empty(),
                OptionalLong.of(versioned.revision()));
    }

    /** The view of a decision whose result is not known here yet. */
    static AssemblyView decided(Decided decided) {
        return nothingMore(decided, "PENDING");
    }

    /** The view of an undeployed assembly. */
    static AssemblyView gone(Decided decided) {
        return nothingMore(decided, "UNDEPLOYED");
    }

    private static AssemblyView nothingMore(Decided decided, String state) {
        return new AssemblyView(
                decided.tenant(),
                Optional.empty(),
                decided.assembly().value(),
                "",
                state,
                List.of(),
                "",
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty());
    }
}
