package org.esbmt.administration.soap.internal.contract;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;

/** A service of the SOAP API. Each operation of the catalogue belongs to one of them. */
public enum Manager {
    /** Tenants, users and their roles. */
    TENANT_REGISTRY("TenantRegistryManager", "tenant-registry"),
    /** Quotas, contingents, the audit trail and batches. */
    CONFIGURATION_REGISTRY("ConfigurationRegistryManager", "configuration-registry"),
    /** Services, their policies and the history of deployments. */
    SERVICE_REGISTRY("ServiceRegistryManager", "service-registry"),
    /** Nodes, components, libraries, links, transactions and traffic. */
    JBI_CONTAINER("JbiContainerManager", "jbi-container"),
    /** Service assemblies of tenants. */
    SERVICE_ASSEMBLY("ServiceAssemblyManager", "service-assembly");

    /** Operations of part TENANTS that the same names of part USERS include. */
    private static final Set<String> INCLUDED = Set.of("addUser", "listUsers");

    private static final Map<String, Manager> BY_NAME =
            Arrays.stream(values()).collect(toUnmodifiableMap(Manager::serviceName, manager -> manager));

    private static final Map<Manager, Map<String, Entry<?>>> ENTRIES = entriesByName();

    private final String serviceName;
    private final String file;

    Manager(String serviceName, String file) {
        this.serviceName = serviceName;
        this.file = file;
    }

    private static Map<Manager, Map<String, Entry<?>>> entriesByName() {
        Map<Manager, Map<String, Entry<?>>> all = new EnumMap<>(Manager.class);
        for (Manager manager : values()) {
            all.put(manager, new LinkedHashMap<>());
        }
        Catalogue.entries().stream().filter(Manager::isPublished).forEach(entry -> {
            if (all.get(of(entry)).put(entry.name(), entry) != null) {
                throw new IllegalStateException("two operations of a manager are called " + entry.name());
            }
        });
        return all;
    }

    /** Returns false for an operation that another one of the same name includes. */
    public static boolean isPublished(Entry<?> entry) {
        return entry.part() != Part.TENANTS || !INCLUDED.contains(entry.name());
    }

    /** The manager of an operation. */
    public static Manager of(Entry<?> entry) {
        return switch (entry.part()) {
            case TENANTS -> ofTenants(entry);
            case USERS, SYSTEM_USERS -> TENANT_REGISTRY;
            case SERVICES -> SERVICE_REGISTRY;
            case QUOTAS, AUDIT, BATCHES -> CONFIGURATION_REGISTRY;
            case CLUSTER, COMPONENTS, LINKS, TRANSACTIONS, TRAFFIC -> JBI_CONTAINER;
            case NOTIFICATIONS -> throw new IllegalArgumentException(entry + " is no operation");
        };
    }

    private static Manager ofTenants(Entry<?> entry) {
        boolean assemblies = entry.service() == AssemblyAdministration.class
                || entry.command()
                        .filter(AssemblyCommand.class::isAssignableFrom)
                        .isPresent();
        if (assemblies) {
            return SERVICE_ASSEMBLY;
        }
        return entry.service() == InstallationStatus.class ? JBI_CONTAINER : TENANT_REGISTRY;
    }

    /** Finds a manager by the name of its service. */
    public static Optional<Manager> find(String serviceName) {
        return Optional.ofNullable(BY_NAME.get(serviceName));
    }

    /** The name of the service, and the segment of its address. */
    public String serviceName() {
        return serviceName;
    }

    /** The name of the file with the WSDL, in the guide and in this bundle. */
    public String wsdlFile() {
        return "esbmt-" + file + ".wsdl";
    }

    /** The operations in the order of the catalogue. */
    public List<Entry<?>> entries() {
        return List.copyOf(ENTRIES.get(this).values());
    }

    /** Finds an operation by its name. */
    public Optional<Entry<?>> entry(String name) {
        return Optional.ofNullable(ENTRIES.get(this).get(name));
    }
}
