package org.esbmt.administration.internal.quota;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The tenants' use of their quotas. A user counts from its addition, and an assembly with its units and endpoints while
 * it is deployed. The bytes of an archive count from its storage until the housekeeping forgets it, whatever refers to
 * it. All of this is part of the unit of work of the change.
 */
@Component(service = QuotaConsumption.class, configurationPid = AdministrationConfiguration.PID)
public final class QuotaConsumption {
    private static final Set<Resource> OF_ASSEMBLIES =
            Set.of(Resource.SERVICE_ASSEMBLIES, Resource.SERVICE_UNITS, Resource.ENDPOINTS, Resource.REGISTRY_BYTES);

    private static final Set<Resource> OF_SERVICES = Set.of(Resource.REGISTERED_SERVICES, Resource.REGISTRY_BYTES);

    private final DynamicServices services;
    private final Map<Resource, Long> defaults;

    @Activate
    public QuotaConsumption(@Reference DynamicServices services, AdministrationConfiguration configuration) {
        this(services, defaults(configuration.quota_defaults()));
    }

    private QuotaConsumption(DynamicServices services, Map<Resource, Long> defaults) {
        this.services = requireNonNull(services, "services");
        this.defaults = new EnumMap<>(defaults);
    }

    /** The use of quotas, with these quotas for new tenants. */
    public static QuotaConsumption of(DynamicServices services, Map<Resource, Long> defaults) {
        return new QuotaConsumption(services, defaults);
    }

    /** Reads {@code RESOURCE=amount, ...}. */
    static Map<Resource, Long> defaults(String texts) {
        Map<Resource, Long> defaults = new EnumMap<>(Resource.class);
        for (String text : texts.isBlank() ? new String[0] : texts.split(",", -1)) {
            int equals = text.indexOf('=');
            try {
                Resource resource =
                        Resource.of(text.substring(0, Math.max(equals, 0)).strip());
                long amount = Long.parseLong(text.substring(equals + 1).strip());
                QuotaTexts.notKept(resource).ifPresent(why -> {
                    throw new IllegalArgumentException(why);
                });
                if (amount < 0 || defaults.put(resource, amount) != null) {
                    throw new IllegalArgumentException("it is negative, or there twice");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        AdministrationConfiguration.PID + ": quota.defaults has '" + text
                                + "', which is not a resource, '=' and an amount (" + e.getMessage() + ")",
                        e);
            }
        }
        return defaults;
    }

    /**
     * Grants a new tenant its quotas.
     *
     * @param wanted replace the default quotas; empty for the defaults
     * @return the granted quotas
     */
    public Map<Resource, Long> first(TenantId tenant, Map<Resource, Long> wanted, UserId by) throws RegistryException {
        Map<Resource, Long> quotas = wanted.isEmpty() ? defaults : new EnumMap<>(wanted);
        for (Map.Entry<Resource, Long> quota : quotas.entrySet()) {
            services.resources().quotas().grant(QuotaKey.of(tenant, quota.getKey()), Limit.of(quota.getValue()), by);
        }
        return Collections.unmodifiableMap(quotas);
    }

    /** Grants or changes a quota. At an expected revision it must exist. */
    PreparedChange<Limit> setting(QuotaKey key, Limit limit) throws AdministrationException {
        QuotaTexts.checkKept(key);
        TenantId tenant = key.tenant();
        Resource resource = key.resource();
        OperationTarget target = OperationTarget.of(tenant, "quota of " + resource + " of tenant " + tenant);
        return new PreparedChange<>(
                target,
                PreparedChange.request(tenant, resource, QuotaTexts.text(limit)),
                change -> {
                    services.resources().consumption().hold(tenant, Set.of(resource));
                    TenantLookup.notPurged(services.tenants(), tenant);
                    Optional<Versioned<Quota>> before =
                            services.resources().quotas().findQuota(key);
                    if (before.isPresent()) {
                        change.from(QuotaTexts.text(before.get().value().limit()));
                        services.resources()
                                .quotas()
                                .change(key, change.revision(before.get().revision()), limit, change.by());
                    } else if (change.ofRevision()) {
                        throw new AdministrationException(NOT_FOUND, "there is no " + target.name());
                    } else {
                        services.resources().quotas().grant(key, limit, change.by());
                    }
                    change.to(QuotaTexts.text(limit));
                    return limit;
                },
                before -> limit);
    }

    /** Locks the quotas of assemblies before any other lock of the change; see {@link Consumption#hold}. */
    public void holdForAssemblies(TenantId tenant) throws RegistryException {
        services.resources().consumption().hold(tenant, OF_ASSEMBLIES);
    }

    /** Locks the quotas of services before any other lock of the change. */
    public void holdForServices(TenantId tenant) throws RegistryException {
        services.resources().consumption().hold(tenant, OF_SERVICES);
    }

    /** Locks the quotas of users before any other lock of the change. */
    public void holdForUsers(TenantId tenant) throws RegistryException {
        services.resources().consumption().hold(tenant, Set.of(Resource.USERS));
    }

    /** Locks the quota of contacts before any other lock of the change. */
    public void holdForContacts(TenantId tenant) throws RegistryException {
        services.resources().consumption().hold(tenant, Set.of(Resource.CONTACTS));
    }

    /** Locks the quota of keys before any other lock of the change. */
    public void holdForKeys(TenantId tenant) throws RegistryException {
        services.resources().consumption().hold(tenant, Set.of(Resource.TENANT_KEYS));
    }

    /** Locks the quota of a resource with names before any other lock of the change. */
    public void holdForNamed(TenantId tenant, Resource resource) throws RegistryException {
        services.resources().consumption().hold(tenant, Set.of(resource));
    }

    /** Locks all quotas of the tenants, for a change with several operations or one that releases everything. */
    public void holdAll(Collection<TenantId> tenants) throws RegistryException {
        for (TenantId tenant : tenants.stream()
                .distinct()
                .sorted(comparing(TenantId::toString))
                .toList()) {
            services.resources().consumption().hold(tenant, EnumSet.allOf(Resource.class));
        }
    }

    public void user(Change change, TenantId tenant, UserId user) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.USERS, 1));
        services.resources().consumption().consume(new HolderId(user.value()), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    /** Releases the uses of a removed user, and the user's own contingents that are not in use. */
    public void left(TenantId tenant, UserId user) throws RegistryException {
        services.resources().consumption().release(tenant, new HolderId(user.value()));
        Grantee gone = new Grantee.ToUser(user);
        int kept = 0;
        Listing<Versioned<Contingent>> part;
        do {
            part = services.resources()
                    .contingents()
                    .listContingents(tenant, ContingentQuery.of(Set.of(gone), new Slice(kept, Slice.MAX_LIMIT)));
            for (Versioned<Contingent> contingent : part.entries()) {
                Contingent handedOut = contingent.value();
                if (handedOut.used() == 0) {
                    services.resources().contingents().revoke(handedOut.quota(), gone, contingent.revision());
                } else {
                    kept++;
                }
            }
        } while (part.entries().size() == Slice.MAX_LIMIT);
    }

    /** Counts an archive or a document that is put into the service registry. A stored one counts already. */
    public void artifact(Change change, TenantId tenant, Digest artifact, long bytes) throws RegistryException {
        HolderId holder = holder(tenant, artifact);
        if (services.resources().consumption().uses(tenant, holder).isEmpty()) {
            List<Use> uses = List.of(Use.of(Resource.REGISTRY_BYTES, bytes));
            services.resources().consumption().consume(holder, uses, consumer(change.caller(), tenant));
            warn(change, tenant, List.of(), uses);
        }
    }

    /** Counts a version of an assembly, in place of the version before, if there was one. */
    public void assembly(Change change, TenantId tenant, AssemblyContent content) throws RegistryException {
        long endpoints =
                content.units().stream().mapToLong(u -> u.endpoints().size()).sum();
        List<Use> uses = new ArrayList<>();
        uses.add(Use.of(Resource.SERVICE_ASSEMBLIES, 1));
        if (!content.units().isEmpty()) {
            uses.add(Use.of(Resource.SERVICE_UNITS, content.units().size()));
        }
        if (endpoints > 0) {
            uses.add(Use.of(Resource.ENDPOINTS, endpoints));
        }
        HolderId holder = holder(tenant, content.name());
        Consumer consumer = replacing(change.caller(), tenant, holder);
        List<Use> before = services.resources().consumption().release(tenant, holder);
        services.resources().consumption().consume(holder, uses, consumer);
        warn(change, tenant, before, uses);
    }

    /** Warns of the soft limits that this change has exceeded, and of none that was exceeded before. */
    private void warn(Change change, TenantId tenant, List<Use> before, List<Use> after) throws RegistryException {
        for (Versioned<Quota> versioned : services.resources().quotas().quotas(tenant)) {
            Quota quota = versioned.value();
            OptionalLong soft = quota.limit().soft();
            long more = covered(quota, after) - covered(quota, before);
            if (soft.isPresent() && quota.used() > soft.getAsLong() && quota.used() - more <= soft.getAsLong()) {
                change.warn("Tenant " + tenant + " uses " + quota.used() + " of "
                        + quota.key().resource() + ", more than the soft limit of " + soft.getAsLong()
                        + "; more than " + quota.limit().hard() + " will be refused.");
            }
        }
    }

    private static long covered(Quota quota, List<Use> uses) {
        return uses.stream()
                .filter(use -> quota.key().covers(quota.key().tenant(), use))
                .mapToLong(Use::amount)
                .sum();
    }

    public void freed(TenantId tenant, AssemblyName assembly) throws RegistryException {
        services.resources().consumption().release(tenant, holder(tenant, assembly));
    }

    /** Returns the assemblies that only this one user reaches. */
    public List<AssemblyName> deployed(TenantId tenant, UserId user) throws RegistryException {
        return deployments(tenant).stream()
                .filter(d -> d.current().content().user().equals(Optional.of(user)))
                .map(Deployment::assembly)
                .toList();
    }

    private List<Deployment> deployments(TenantId tenant) throws RegistryException {
        List<Deployment> all = new ArrayList<>();
        Listing<Versioned<Deployment>> part;
        do {
            part = services.resources().services().listDeployments(tenant, new Slice(all.size(), Slice.MAX_LIMIT));
            part.entries().forEach(deployment -> all.add(deployment.value()));
        } while (!part.entries().isEmpty());
        return all;
    }

    /** Counts a service. Its documents count as artifacts. */
    public void service(Change change, TenantId tenant, ServiceName service) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.REGISTERED_SERVICES, 1));
        services.resources().consumption().consume(holder(tenant, service), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    public void freed(TenantId tenant, ServiceName service) throws RegistryException {
        services.resources().consumption().release(tenant, holder(tenant, service));
    }

    /** Counts a new contact. */
    public void contact(Change change, TenantId tenant, String name) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.CONTACTS, 1));
        services.resources()
                .consumption()
                .consume(contactHolder(tenant, name), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    public void freedContact(TenantId tenant, String name) throws RegistryException {
        services.resources().consumption().release(tenant, contactHolder(tenant, name));
    }

    /** Counts a new key. */
    public void key(Change change, TenantId tenant, TenantKeyId key) throws RegistryException {
        List<Use> uses = List.of(Use.of(Resource.TENANT_KEYS, 1));
        services.resources().consumption().consume(new HolderId(key.value()), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    public void freedKey(TenantId tenant, TenantKeyId key) throws RegistryException {
        services.resources().consumption().release(tenant, new HolderId(key.value()));
    }

    /** Counts a new secret, partner, issuer or authority. */
    public void named(Change change, TenantId tenant, Resource resource, String name) throws RegistryException {
        List<Use> uses = List.of(Use.of(resource, 1));
        services.resources()
                .consumption()
                .consume(namedHolder(tenant, resource, name), uses, consumer(change.caller(), tenant));
        warn(change, tenant, List.of(), uses);
    }

    public void freedNamed(TenantId tenant, Resource resource, String name) throws RegistryException {
        services.resources().consumption().release(tenant, namedHolder(tenant, resource, name));
    }

    /**
     * Refuses a caller who needs a contingent, if the assembly counts in none of theirs.
     *
     * @throws AdministrationException FORBIDDEN
     */
    public void requireWithinContingent(Caller caller, TenantId tenant, AssemblyName assembly)
            throws AdministrationException, RegistryException {
        requireWithinContingent(caller, tenant, holder(tenant, assembly), "the assembly '" + assembly + "'");
    }

    /** Requires room in the contingent for a service, as for an assembly. */
    public void requireWithinContingent(Caller caller, TenantId tenant, ServiceName service)
            throws AdministrationException, RegistryException {
        requireWithinContingent(caller, tenant, holder(tenant, service), "the service " + service);
    }

    private void requireWithinContingent(Caller caller, TenantId tenant, HolderId holder, String name)
            throws AdministrationException, RegistryException {
        if (AccessPolicy.needsContingent(caller)
                && !services.resources()
                        .consumption()
                        .isWithinContingents(tenant, holder, ContingentManager.grantees(caller))) {
            throw new RefusalAdvice.Told(
                    FORBIDDEN,
                    name + " counts in no contingent of yours",
                    RefusalAdvice.may(Operation.GRANT_CONTINGENT));
        }
    }

    /** Returns the consumer whose new uses stay in the contingents of the uses that they replace. */
    private Consumer replacing(Caller caller, TenantId tenant, HolderId holder) throws RegistryException {
        return AccessPolicy.needsContingent(caller)
                ? new Consumer.WithinContingent(
                        tenant,
                        caller.user(),
                        caller.roles(),
                        services.resources().consumption().grantees(tenant, holder))
                : consumer(caller, tenant);
    }

    private static Consumer consumer(Caller caller, TenantId tenant) {
        return AccessPolicy.needsContingent(caller)
                ? new Consumer.WithinContingent(tenant, caller.user(), caller.roles())
                : new Consumer.WithinQuota(tenant, caller.user());
    }

    /** The holder of the bytes that are stored under a digest. */
    public static HolderId holder(TenantId tenant, Digest artifact) {
        return new HolderId(UUID.nameUUIDFromBytes((tenant + " " + artifact.hex()).getBytes(UTF_8)));
    }

    /** Returns the holder of a service. Its text has a brace, which no assembly's name has. */
    public static HolderId holder(TenantId tenant, ServiceName service) {
        String namespace = service.name().getNamespaceURI();
        String name = service.name().getLocalPart();
        // The lengths precede the texts, since a namespace and a version may contain any character.
        return new HolderId(UUID.nameUUIDFromBytes((tenant + "/{" + namespace.length() + ":" + namespace + "}"
                        + name.length() + ":" + name + " " + service.version())
                .getBytes(UTF_8)));
    }

    /** Returns the holder of a contact. The text of a service has a number behind its brace. */
    private static HolderId contactHolder(TenantId tenant, String name) {
        return new HolderId(UUID.nameUUIDFromBytes((tenant + "/{contact}" + name).getBytes(UTF_8)));
    }

    /** Returns the holder of a secret, partner, issuer or authority, as that of a contact. */
    private static HolderId namedHolder(TenantId tenant, Resource resource, String name) {
        String kind =
                switch (resource) {
                    case TENANT_SECRETS -> "/{secret}";
                    case TENANT_PARTNERS -> "/{partner}";
                    case TENANT_ISSUERS -> "/{issuer}";
                    case TENANT_AUTHORITIES -> "/{authority}";
                    default -> throw new IllegalArgumentException(resource + " has no names");
                };
        return new HolderId(UUID.nameUUIDFromBytes((tenant + kind + name).getBytes(UTF_8)));
    }

    /** The same for all versions of an assembly. */
    public static HolderId holder(TenantId tenant, AssemblyName assembly) {
        return new HolderId(UUID.nameUUIDFromBytes((tenant + "/" + assembly).getBytes(UTF_8)));
    }
}
