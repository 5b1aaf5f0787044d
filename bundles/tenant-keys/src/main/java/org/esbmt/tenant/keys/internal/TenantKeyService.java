package org.esbmt.tenant.keys.internal;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialWatcher;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.tenant.keys.internal.material.DearWork;
import org.esbmt.tenant.keys.internal.material.SealedKeyMaterial;
import org.esbmt.tenant.keys.internal.seal.SealedSessions;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.SealingKeyWatch;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings {@link TenantKeys}, {@link SessionTokens} and {@link TenantKeyMaterial} into service once the sealing keys are read. A
 * thread of its own reads them, follows their file, and seals values anew. Without the right file there is none of them.
 */
@Component(immediate = true, service = HealthSource.class, configurationPid = TenantKeyService.PID)
@Designate(ocd = TenantKeysConfiguration.class)
public final class TenantKeyService implements HealthSource {
    static final String PID = "org.esbmt.tenant.keys";

    private static final Logger LOG = LoggerFactory.getLogger(TenantKeyService.class);
    private static final long FIRST_DELAY_MILLIS = 500;
    private static final long LONGEST_DELAY_MILLIS = 10_000;
    private static final long STOP_MILLIS = 15_000;

    private final BundleContext context;
    private final SealingKeyWatch sealing;
    private final RegistryTenantKeys keys;
    private final DearWork dear = new DearWork();
    private final SealedKeyMaterial material;
    private final SealedSessions sessions;
    private final OverdueLists lists;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final Thread thread = new Thread(this::work, "esbmt-sealing-keys");

    @Activate
    public TenantKeyService(
            BundleContext context,
            TenantKeysConfiguration configuration,
            @Reference SealingLedger ledger,
            @Reference TenantKeyStore store,
            @Reference TenantAuthorities authorities,
            @Reference CredentialReader tenants) {
        this.context = context;
        TenantKeysSettings settings = TenantKeysSettings.of(configuration);
        String path = configuration.sealing_file().isBlank()
                ? System.getProperty("karaf.etc", "etc") + "/org.esbmt.sealing-keys"
                : configuration.sealing_file();
        this.sealing = new SealingKeyWatch(Path.of(path), ledger, store, tenants);
        InstantSource clock = InstantSource.system();
        Supplier<Sealer> sealer = () -> sealing.sealer().orElseThrow();
        this.keys = new RegistryTenantKeys(store, new OpenedKeys(sealer, clock), settings, System::nanoTime);
        this.material = new SealedKeyMaterial(sealer, clock, dear);
        this.sessions = SealedSessions.of(sealing, clock);
        this.lists = new OverdueLists(authorities, clock, System::nanoTime);
    }

    @Activate
    void start() {
        thread.start();
    }

    @Deactivate
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(STOP_MILLIS);
        registrations.forEach(ServiceRegistration::unregister);
        dear.close();
        keys.close();
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return sealing
                .problem()
                .or(keys::problem)
                .map(sentence -> sentence + " No key of a tenant can be used until then; see sealing.file of etc/" + PID
                        + ".cfg.")
                .stream()
                .toList();
    }

    @Override
    public List<String> notes() {
        return lists.notes();
    }

    private void work() {
        Optional<String> said = Optional.empty();
        long delay = FIRST_DELAY_MILLIS;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                step();
                said = Optional.empty();
            } catch (RegistryException | RuntimeException e) {
                Optional<String> reason = Optional.of(e.toString());
                if (!said.equals(reason)) {
                    LOG.warn("The sealing keys cannot be compared with the registry; trying on.", e);
                }
                said = reason;
            }
            try {
                Thread.sleep(delay);
            } catch (InterruptedException e) {
                return;
            }
            delay = Math.min(2 * delay, LONGEST_DELAY_MILLIS);
        }
    }

    private void step() throws RegistryException {
        if (sealing.read()) {
            keys.sealingKeysChanged();
        }
        lists.look();
        if (sealing.sealer().isEmpty()) {
            return;
        }
        if (registrations.isEmpty()) {
            registrations.add(context.registerService(TenantKeyMaterial.class, material, null));
            registrations.add(context.registerService(SessionTokens.class, sessions, null));
            registrations.add(context.registerService(
                    new String[] {TenantKeys.class.getName(), CredentialWatcher.class.getName()}, keys, null));
        }
        sealing.reseal();
        keys.forgetOld();
    }
}
