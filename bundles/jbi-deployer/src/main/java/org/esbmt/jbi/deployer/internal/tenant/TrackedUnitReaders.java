package org.esbmt.jbi.deployer.internal.tenant;

import java.util.Map;
import java.util.Optional;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/** The registered readers of units. The framework's order selects one of several for a component. Threads: any. */
public final class TrackedUnitReaders implements UnitReaders, AutoCloseable {
    private final ServiceTracker<UnitReader, UnitReader> tracker;

    public TrackedUnitReaders(BundleContext context) {
        this.tracker = new ServiceTracker<>(context, UnitReader.class, null);
        tracker.open();
    }

    @Override
    public Optional<UnitReader> find(String component) {
        return tracker.getTracked().entrySet().stream()
                .filter(entry -> component.equals(entry.getKey().getProperty(InstalledComponents.NAME)))
                .max(Map.Entry.<ServiceReference<UnitReader>, UnitReader>comparingByKey())
                .map(Map.Entry::getValue);
    }

    @Override
    public void close() {
        tracker.close();
    }
}
