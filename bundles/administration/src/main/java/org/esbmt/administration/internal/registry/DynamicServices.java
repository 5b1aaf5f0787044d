package org.esbmt.administration.internal.registry;

import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.management.api.Deployer;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.tenancy.api.PasswordHasher;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The services that administration uses. They come and go while administration stays. So an administrator gets an
 * answer at any time, if only UNAVAILABLE. The remembered logins survive a restart of the database.
 */
@Component(service = DynamicServices.class)
public final class DynamicServices {
    private final AtomicReference<TenantRegistry> tenants = new AtomicReference<>();
    private final AtomicReference<TenantContacts> contacts = new AtomicReference<>();
    private final AtomicReference<AccessCredentials> accessCredentials = new AtomicReference<>();
    private final AtomicReference<UserCertificates> userCertificates = new AtomicReference<>();
    private final AtomicReference<TenantKeyStore> keys = new AtomicReference<>();
    private final AtomicReference<TenantPartners> partners = new AtomicReference<>();
    private final AtomicReference<TenantIssuers> issuers = new AtomicReference<>();
    private final AtomicReference<TenantAuthorities> authorities = new AtomicReference<>();
    private final AtomicReference<TenantKeyMaterial> keyMaterial = new AtomicReference<>();
    private final AtomicReference<CredentialReader> credentials = new AtomicReference<>();
    private final AtomicReference<PasswordHasher> hasher = new AtomicReference<>();
    private final AtomicReference<Deployer> deployer = new AtomicReference<>();
    private final AtomicReference<ChangeResources> resources = new AtomicReference<>();
    private final AtomicReference<NodeRegistry> nodes = new AtomicReference<>();
    private final AtomicReference<ComponentRegistry> components = new AtomicReference<>();
    private final AtomicReference<ClusterNode> here = new AtomicReference<>();

    @Activate
    public DynamicServices() {}

    public TenantRegistry tenants() throws RegistryException {
        return registryPart(tenants.get());
    }

    public TenantContacts contacts() throws RegistryException {
        return registryPart(contacts.get());
    }

    public AccessCredentials accessCredentials() throws RegistryException {
        return registryPart(accessCredentials.get());
    }

    public UserCertificates userCertificates() throws RegistryException {
        return registryPart(userCertificates.get());
    }

    public TenantKeyStore keys() throws RegistryException {
        return registryPart(keys.get());
    }

    public TenantPartners partners() throws RegistryException {
        return registryPart(partners.get());
    }

    public TenantIssuers issuers() throws RegistryException {
        return registryPart(issuers.get());
    }

    public TenantAuthorities authorities() throws RegistryException {
        return registryPart(authorities.get());
    }

    /** Makes and seals keys. It appears once this node has the sealing keys of the installation. */
    public TenantKeyMaterial keyMaterial() throws RegistryException {
        TenantKeyMaterial service = keyMaterial.get();
        if (service == null) {
            throw new RegistryException.Unavailable(
                    "this node has no sealing keys (yet); its log and bin/status tell why", null);
        }
        return service;
    }

    public CredentialReader credentials() throws RegistryException {
        return registryPart(credentials.get());
    }

    public PasswordHasher hasher() throws RegistryException {
        return registryPart(hasher.get());
    }

    /** Finds the deployer; empty while none runs. */
    public Optional<Deployer> findDeployer() {
        return Optional.ofNullable(deployer.get());
    }

    public Deployer deployer() throws AdministrationException {
        return findDeployer()
                .orElseThrow(() -> new AdministrationException(UNAVAILABLE, "the deployer is not running (yet)"));
    }

    /**
     * Returns the registries and the transport of a change's unit of work; they appear later than the tenant registry.
     */
    public ChangeResources resources() throws RegistryException {
        ChangeResources service = resources.get();
        if (service == null) {
            throw new RegistryException.Unavailable(
                    "a registry, or the transport to the nodes, is not running (yet); nothing can be changed", null);
        }
        return service;
    }

    public NodeRegistry nodes() throws RegistryException {
        NodeRegistry service = nodes.get();
        if (service == null) {
            throw new RegistryException.Unavailable("the configuration registry is not running (yet)", null);
        }
        return service;
    }

    public ComponentRegistry components() throws RegistryException {
        ComponentRegistry service = components.get();
        if (service == null) {
            throw new RegistryException.Unavailable("the configuration registry is not running (yet)", null);
        }
        return service;
    }

    /** The identifier of this node; empty before it is known. */
    public Optional<UUID> here() {
        return Optional.ofNullable(here.get()).map(ClusterNode::instance);
    }

    /**
     * Returns a service of the tenant registry. The hasher's pepper is checked against the registry, so the hasher
     * appears with it.
     */
    private static <T> T registryPart(T service) throws RegistryException {
        if (service == null) {
            throw new RegistryException.Unavailable("the tenant registry is not running (yet)", null);
        }
        return service;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindTenants(TenantRegistry service) {
        tenants.set(service);
    }

    public void unbindTenants(TenantRegistry service) {
        tenants.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindContacts(TenantContacts service) {
        contacts.set(service);
    }

    void unbindContacts(TenantContacts service) {
        contacts.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindAccessCredentials(AccessCredentials service) {
        accessCredentials.set(service);
    }

    void unbindAccessCredentials(AccessCredentials service) {
        accessCredentials.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindUserCertificates(UserCertificates service) {
        userCertificates.set(service);
    }

    void unbindUserCertificates(UserCertificates service) {
        userCertificates.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindKeys(TenantKeyStore service) {
        keys.set(service);
    }

    void unbindKeys(TenantKeyStore service) {
        keys.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindPartners(TenantPartners service) {
        partners.set(service);
    }

    void unbindPartners(TenantPartners service) {
        partners.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindIssuers(TenantIssuers service) {
        issuers.set(service);
    }

    void unbindIssuers(TenantIssuers service) {
        issuers.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindAuthorities(TenantAuthorities service) {
        authorities.set(service);
    }

    void unbindAuthorities(TenantAuthorities service) {
        authorities.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindKeyMaterial(TenantKeyMaterial service) {
        keyMaterial.set(service);
    }

    public void unbindKeyMaterial(TenantKeyMaterial service) {
        keyMaterial.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindCredentials(CredentialReader service) {
        credentials.set(service);
    }

    void unbindCredentials(CredentialReader service) {
        credentials.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindHasher(PasswordHasher service) {
        hasher.set(service);
    }

    void unbindHasher(PasswordHasher service) {
        hasher.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindDeployer(Deployer service) {
        deployer.set(service);
    }

    public void unbindDeployer(Deployer service) {
        deployer.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindResources(ChangeResources service) {
        resources.set(service);
    }

    public void unbindResources(ChangeResources service) {
        resources.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindNodes(NodeRegistry service) {
        nodes.set(service);
    }

    void unbindNodes(NodeRegistry service) {
        nodes.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindComponents(ComponentRegistry service) {
        components.set(service);
    }

    void unbindComponents(ComponentRegistry service) {
        components.compareAndSet(service, null);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindHere(ClusterNode service) {
        here.set(service);
    }

    void unbindHere(ClusterNode service) {
        here.compareAndSet(service, null);
    }
}
