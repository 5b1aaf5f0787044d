package org.esbmt.administration.jaas.internal;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import org.apache.karaf.jaas.boot.ProxyLoginModule;
import org.apache.karaf.jaas.config.JaasRealm;
import org.esbmt.administration.api.AdministratorLogin;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The container's realm {@value #NAME}, in place of Karaf's own, which reads users from files. The realm exists as long
 * as this bundle. While the administration is missing, every login is refused, and Karaf's files are not consulted.
 */
@Component(service = JaasRealm.class)
public final class AdministratorRealm implements JaasRealm {
    static final String NAME = "karaf";

    /** Karaf's own realm has 0. */
    private static final int RANK = 1_000;

    private final AtomicReference<AdministratorLogin> logins = new AtomicReference<>();
    private final OpenSessions sessions;
    private final long bundleId;

    @Activate
    public AdministratorRealm(BundleContext bundleContext) {
        this(bundleContext, System::nanoTime);
        sessions.start();
    }

    /** A realm without a timer that checks the sessions. */
    AdministratorRealm(BundleContext bundleContext, LongSupplier nanoTime) {
        this.bundleId = bundleContext.getBundle().getBundleId();
        this.sessions = new OpenSessions(() -> Optional.ofNullable(logins.get()), nanoTime);
    }

    @Deactivate
    void close() {
        sessions.close();
    }

    /** The sessions of users who have logged in. */
    OpenSessions sessions() {
        return sessions;
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindLogins(AdministratorLogin service) {
        logins.set(service);
    }

    void unbindLogins(AdministratorLogin service) {
        logins.compareAndSet(service, null);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public int getRank() {
        return RANK;
    }

    /** One entry: Karaf's proxy, which every class loader sees, and which loads our module from this bundle. */
    @Override
    public AppConfigurationEntry[] getEntries() {
        Supplier<Optional<AdministratorLogin>> current = () -> Optional.ofNullable(logins.get());
        return new AppConfigurationEntry[] {
            new AppConfigurationEntry(
                    ProxyLoginModule.class.getName(),
                    LoginModuleControlFlag.REQUIRED,
                    Map.of(
                            ProxyLoginModule.PROPERTY_MODULE,
                            AdministratorLoginModule.class.getName(),
                            ProxyLoginModule.PROPERTY_BUNDLE,
                            Long.toString(bundleId),
                            AdministratorLoginModule.LOGINS,
                            current,
                            AdministratorLoginModule.SESSIONS,
                            sessions))
        };
    }
}
