package org.esbmt.tenancy.authentication.internal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.PasswordHasher;
import org.esbmt.tenancy.authentication.internal.PepperFile.PepperProblem;
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
 * Brings the {@link PasswordHasher} and the {@link ProvenSources} into service once the pepper is loaded. It uses a
 * thread of its own, since loading calls the registry. Without the right pepper there is no hasher and no
 * authenticator, so every login fails.
 */
@Component(immediate = true, service = HealthSource.class, configurationPid = PasswordHashing.PID)
@Designate(ocd = AuthenticationConfiguration.class)
public final class PasswordHashing implements HealthSource {
    static final String PID = "org.esbmt.tenancy.authentication";

    private static final Logger LOG = LoggerFactory.getLogger(PasswordHashing.class);
    private static final long FIRST_DELAY_MILLIS = 500;
    private static final long LONGEST_DELAY_MILLIS = 30_000;
    private static final long STOP_MILLIS = 15_000;

    private final BundleContext context;
    private final PepperFile file;
    private final Path sourcesFile;
    private final Thread thread = new Thread(this::work, "esbmt-pepper");
    private volatile Optional<ServiceRegistration<PasswordHasher>> registration = Optional.empty();
    private volatile Optional<ServiceRegistration<ProvenSources>> sourcesRegistration = Optional.empty();
    private volatile Optional<ProvenSources> sources = Optional.empty();
    /** About the pepper, or unexpected; a registry that is away is told of elsewhere. */
    private volatile Optional<String> pepperProblem = Optional.empty();

    @Activate
    public PasswordHashing(
            BundleContext context, AuthenticationConfiguration configuration, @Reference PepperLedger ledger) {
        this.context = context;
        String path = configuration.pepper_file().isBlank()
                ? System.getProperty("karaf.etc", "etc") + "/org.esbmt.pepper"
                : configuration.pepper_file();
        this.file = new PepperFile(Path.of(path), ledger);
        this.sourcesFile = Path.of(
                requireNonNull(context.getProperty("karaf.data"), "karaf.data"), "authentication", "proven-sources");
    }

    @Activate
    void start() {
        thread.start();
    }

    @Deactivate
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(STOP_MILLIS);
        registration.ifPresent(ServiceRegistration::unregister);
        sourcesRegistration.ifPresent(ServiceRegistration::unregister);
        sources.ifPresent(ProvenSources::close);
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return pepperProblem
                .map(sentence ->
                        sentence + " No password can be checked until then; see pepper.file of etc/" + PID + ".cfg.")
                .stream()
                .toList();
    }

    private void work() {
        String said = "";
        for (long delay = FIRST_DELAY_MILLIS; ; delay = Math.min(2 * delay, LONGEST_DELAY_MILLIS)) {
            String problem;
            try {
                Pepper pepper = file.load();
                pepperProblem = Optional.empty();
                serve(pepper);
                return;
            } catch (PepperProblem e) {
                problem = e.getMessage();
                pepperProblem = Optional.of(problem);
            } catch (RegistryException e) {
                problem = e.getMessage();
            } catch (RuntimeException e) {
                // without this thread the bus would serve nobody until its next start
                problem = "The pepper is not in service: " + e + ".";
                pepperProblem = Optional.of(problem);
                LOG.debug("The pepper is not in service.", e);
            }
            if (!problem.equals(said)) {
                LOG.error("{} No password can be checked until then.", problem);
                said = problem;
            }
            try {
                Thread.sleep(delay);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void serve(Pepper pepper) {
        if (sources.isEmpty()) {
            ProvenSources opened = new ProvenSources(sourcesFile, pepper.keyOfSources()).open();
            sources = Optional.of(opened);
            sourcesRegistration = Optional.of(context.registerService(ProvenSources.class, opened, null));
        }
        PasswordHasher hasher = new Argon2PasswordHasher(pepper);
        registration = Optional.of(context.registerService(PasswordHasher.class, hasher, null));
    }
}
