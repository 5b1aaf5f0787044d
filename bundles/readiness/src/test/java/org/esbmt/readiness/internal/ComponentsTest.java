package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.dto.BundleDTO;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.SatisfiedReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;
import org.osgi.util.promise.Promise;

class ComponentsTest {
    private static final String PID = "org.esbmt.administration";
    private static final String REFUSAL =
            "java.lang.reflect.InvocationTargetException\n\tat a.b(C.java:1)\nCaused by: java.lang.IllegalArgumentException: "
                    + PID + ": quota.defaults has 'USERS:10'\n\tat a.b(C.java:1)\n";

    private final ListedComponents runtime = new ListedComponents();
    private final Map<String, ConfigurationFile> files = files("USERS:10");
    private long now;
    private final FormerFailures former = new FormerFailures(() -> now);

    @Test
    void aRefusedConfigurationIsReportedOnceWithItsFile() {
        runtime.add("org.esbmt.administration", "org.esbmt.QuotaConsumption", List.of("QuotaConsumption"), REFUSAL);
        runtime.add("org.esbmt.administration", "org.esbmt.Another", List.of(), REFUSAL);
        runtime.add(
                "org.esbmt.administration",
                "org.esbmt.TenantManager",
                List.of(),
                "java.lang.InstantiationException: Unable to get service for reference allotments\n");
        assertThat(components().failures(files, Set.of()))
                .containsExactly(new Finding(
                        Finding.CONFIGURATION, "the configuration " + PID + ": quota.defaults has 'USERS:10'."));
        assertThat(components().failures(files, Set.of(PID))).isEmpty();
        assertThat(components().unexplained(files, Set.of())).isEmpty();
    }

    @Test
    void aFailureOfTheFormerFileIsNotReported() {
        runtime.add("org.esbmt.administration", "org.esbmt.Allotments", List.of("Allotments"), REFUSAL);
        assertThat(components().failures(files("USERS=10"), Set.of())).isEmpty();
    }

    @Test
    void aFailureOfTheFormerFileIsNotReportedWhileTheRuntimeTriesTheNewOne() {
        runtime.add("org.esbmt.administration", "org.esbmt.Allotments", List.of("Allotments"), REFUSAL);
        assertThat(components().failures(files, Set.of())).hasSize(1);

        ComponentConfigurationDTO state = runtime.all.get(0);
        state.properties = Map.of("quota.defaults", "USERS=10");
        Map<String, ConfigurationFile> corrected = files("USERS=10");
        assertThat(components().failures(corrected, Set.of())).isEmpty();
        assertThat(components().isAttempting()).isTrue();

        state.failure = REFUSAL.replace("USERS:10", "USERS=10");
        assertThat(components().failures(corrected, Set.of())).hasSize(1);
    }

    @Test
    void anEqualFailureOfTheNewFileIsReportedAfterTheAttempt() {
        runtime.add("org.esbmt.administration", "org.esbmt.Allotments", List.of("Allotments"), REFUSAL);
        assertThat(components().failures(files, Set.of())).hasSize(1);

        runtime.all.get(0).properties = Map.of("quota.defaults", "USERS=10");
        assertThat(components().failures(files("USERS=10"), Set.of())).isEmpty();
        now += TimeUnit.SECONDS.toNanos(10);
        assertThat(components().failures(files("USERS=10"), Set.of())).hasSize(1);
    }

    private Components components() {
        return Components.of(runtime, former);
    }

    private static Map<String, ConfigurationFile> files(String quotas) {
        return Map.of(
                PID,
                new ConfigurationFile(
                        PID,
                        Optional.empty(),
                        Map.of("file.end", "0.1.0", "quota.defaults", quotas),
                        List.of(new ConfigurationKey("quota.defaults", ConfigurationKey.Type.TEXT, ""))));
    }

    @Test
    void anyOtherFailureIsReportedForItsPart() {
        runtime.add(
                "org.esbmt.administration-jmx",
                "org.esbmt.jmx.TenantJmxConnector",
                List.of(),
                "java.io.IOException: no key store\n\tat a.b(C.java:1)\n");
        assertThat(components().failures(files, Set.of()))
                .containsExactly(new Finding("JMX", "TenantJmxConnector does not start: no key store."));
        assertThat(components().unexplained(files, Set.of())).containsOnlyKeys("org.esbmt.jmx.TenantJmxConnector");
        assertThat(components().unexplained(files, Set.of(PID))).isEmpty();
    }

    @Test
    void aFailureThatNamesAPathHasItsFileAndKey() {
        runtime.add(
                "org.esbmt.administration-jmx",
                "org.esbmt.jmx.Door",
                List.of(),
                "java.nio.file.NoSuchFileException: /proc/nope\n\tat a.b(C.java:1)\n");
        runtime.all.get(0).properties = Map.of("quota.defaults", "/proc/nope");
        assertThat(components().failures(files("/proc/nope"), Set.of()))
                .containsExactly(new Finding(
                        "JMX",
                        "Door does not start: NoSuchFileException: /proc/nope"
                                + " (quota.defaults of the configuration " + PID + " is '/proc/nope')."));
    }

    @Test
    void thePartThatWaitsSaysWhatNobodyElseWaitsFor() {
        runtime.waits("org.esbmt.administration", List.of("org.esbmt.Tenants"), "org.esbmt.TenantRegistry");
        runtime.waits("org.esbmt.administration-jmx", List.of(), "org.esbmt.Tenants");
        runtime.waits("org.somebody.else", List.of(), "org.esbmt.Tenants");
        assertThat(components().waiting())
                .containsExactly(
                        new Finding("administration", "it does not run, since TenantRegistry is missing."),
                        new Finding("JMX", "it does not run, since another part does not."));
    }

    /** Implements the methods that {@link Components} calls. */
    private static final class ListedComponents implements ServiceComponentRuntime {
        private final List<ComponentConfigurationDTO> all = new ArrayList<>();

        void add(String bundle, String type, List<String> services, String failure) {
            ComponentConfigurationDTO added = component(bundle, type, services);
            added.state = ComponentConfigurationDTO.FAILED_ACTIVATION;
            added.failure = failure;
        }

        void waits(String bundle, List<String> services, String forType) {
            ComponentConfigurationDTO added = component(bundle, "org.esbmt.Waiting", services);
            added.state = ComponentConfigurationDTO.UNSATISFIED_REFERENCE;
            ReferenceDTO reference = new ReferenceDTO();
            reference.name = "one";
            reference.interfaceName = forType;
            added.description.references = new ReferenceDTO[] {reference};
            UnsatisfiedReferenceDTO unsatisfied = new UnsatisfiedReferenceDTO();
            unsatisfied.name = "one";
            added.unsatisfiedReferences = new UnsatisfiedReferenceDTO[] {unsatisfied};
        }

        private ComponentConfigurationDTO component(String bundle, String type, List<String> services) {
            ComponentConfigurationDTO added = new ComponentConfigurationDTO();
            added.properties = Map.of("quota.defaults", "USERS:10");
            added.description = new ComponentDescriptionDTO();
            added.description.bundle = new BundleDTO();
            added.description.bundle.symbolicName = bundle;
            added.description.implementationClass = type;
            added.description.configurationPid = new String[] {PID};
            added.description.serviceInterfaces = services.toArray(String[]::new);
            added.description.references = new ReferenceDTO[0];
            added.unsatisfiedReferences = new UnsatisfiedReferenceDTO[0];
            added.satisfiedReferences = new SatisfiedReferenceDTO[0];
            all.add(added);
            return added;
        }

        @Override
        public Collection<ComponentDescriptionDTO> getComponentDescriptionDTOs(Bundle... bundles) {
            return all.stream().map(one -> one.description).toList();
        }

        @Override
        public ComponentDescriptionDTO getComponentDescriptionDTO(Bundle bundle, String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Collection<ComponentConfigurationDTO> getComponentConfigurationDTOs(
                ComponentDescriptionDTO description) {
            return all.stream().filter(one -> one.description == description).toList();
        }

        @Override
        public boolean isComponentEnabled(ComponentDescriptionDTO description) {
            return true;
        }

        @Override
        public Promise<Void> enableComponent(ComponentDescriptionDTO description) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Promise<Void> disableComponent(ComponentDescriptionDTO description) {
            throw new UnsupportedOperationException();
        }
    }
}
