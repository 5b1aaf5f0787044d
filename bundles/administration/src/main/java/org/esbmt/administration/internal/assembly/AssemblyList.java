package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.tenancy.api.TenantId;

/**
 * Lists the service assemblies of a tenant: first the deployments of the registry, then assemblies that this node alone has. Called by
 * {@link AssemblyQueries}, for a caller who may see them. Threads: any that may block.
 */
final class AssemblyList {
    private final DynamicServices services;

    AssemblyList(DynamicServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** Lists the assemblies. Without the registry the list has the assemblies of this node, if it has any. */
    Page<AssemblyView> of(TenantId tenant, PageRequest page) throws RegistryException, AdministrationException {
        SortedMap<String, DeployedAssembly> here = new TreeMap<>();
        services.deployer().assemblies(tenant).forEach(assembly -> here.put(assembly.name(), assembly));
        try {
            return listed(tenant, here, page);
        } catch (RegistryException.Unavailable e) {
            if (here.isEmpty()) {
                throw e;
            }
            return Page.of(here.values().stream().map(AssemblyList::undecided).toList(), page);
        }
    }

    /** Finds one assembly. Without the registry it is that of this node, if this node has it. */
    AssemblyView find(TenantId tenant, AssemblyName name) throws RegistryException, AdministrationException {
        Optional<DeployedAssembly> here = services.deployer().assemblies(tenant).stream()
                .filter(assembly -> assembly.name().equals(name.value()))
                .findFirst();
        try {
            TenantLookup.tenant(services.tenants(), tenant);
            Optional<Versioned<Deployment>> decided =
                    services.resources().services().findDeployment(tenant, name);
            if (decided.isEmpty()) {
                return here.map(AssemblyList::undecided).orElseThrow(() -> notFound(name));
            }
            OptionalLong revision = OptionalLong.of(decided.get().revision());
            return here.map(same -> Views.assembly(same, revision)).orElseGet(() -> Views.pending(decided.get()));
        } catch (RegistryException.Unavailable e) {
            return undecided(here.orElseThrow(() -> e));
        }
    }

    private static AdministrationException notFound(AssemblyName name) {
        return new AdministrationException(Reason.NOT_FOUND, "the tenant has no assembly '" + name + "'");
    }

    private Page<AssemblyView> listed(TenantId tenant, SortedMap<String, DeployedAssembly> here, PageRequest page)
            throws RegistryException, AdministrationException {
        Listing<Versioned<Deployment>> decided =
                services.resources().services().listDeployments(tenant, new Slice(page.offset(), page.limit()));
        List<AssemblyView> part = new ArrayList<>();
        SortedMap<String, DeployedAssembly> others = new TreeMap<>(here);
        for (Versioned<Deployment> one : decided.entries()) {
            DeployedAssembly same = others.remove(one.value().assembly().value());
            part.add(same == null ? Views.pending(one) : Views.assembly(same, OptionalLong.of(one.revision())));
        }
        others.keySet().retainAll(undeployed(tenant, others.keySet()));
        others.values().stream()
                .skip(Math.max(0, page.offset() - decided.total()))
                .limit(page.limit() - part.size())
                .map(AssemblyList::undecided)
                .forEach(part::add);
        long total = decided.total() + others.size();
        if (total == 0) {
            TenantLookup.tenant(services.tenants(), tenant);
        }
        return new Page<>(part, page.offset(), total);
    }

    /** Returns the assemblies of this node that the registry does not have deployed. */
    private Set<String> undeployed(TenantId tenant, Set<String> names) throws RegistryException {
        if (names.isEmpty()) {
            return Set.of();
        }
        return services
                .resources()
                .services()
                .findUndeployed(tenant, names.stream().map(AssemblyName::new).collect(Collectors.toSet()))
                .stream()
                .map(AssemblyName::value)
                .collect(Collectors.toSet());
    }

    private static AssemblyView undecided(DeployedAssembly here) {
        return Views.assembly(here, OptionalLong.empty());
    }
}
