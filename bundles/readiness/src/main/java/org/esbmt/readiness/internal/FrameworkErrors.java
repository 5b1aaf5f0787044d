package org.esbmt.readiness.internal;

import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.ServiceException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the errors of the framework, except the consequences of a component's failure. {@link Health} logs that failure
 * once, while the framework reports an error for each request for the component's service.
 *
 * <p>{@code etc/org.ops4j.pax.logging.cfg} therefore suppresses the records of these events.
 */
@Component(
        service = {},
        immediate = true)
public final class FrameworkErrors implements FrameworkListener {
    private static final Logger LOG = LoggerFactory.getLogger(FrameworkErrors.class);

    private final BundleContext context;

    @Activate
    public FrameworkErrors(BundleContext context) {
        this.context = context;
        context.addFrameworkListener(this);
    }

    @Deactivate
    void stop() {
        context.removeFrameworkListener(this);
    }

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.ERROR && !isConsequence(event.getThrowable())) {
            LOG.error(
                    "The framework reports an error in bundle {}.",
                    event.getBundle().getSymbolicName(),
                    event.getThrowable());
        }
    }

    /** Whether the framework only got no service from a component. */
    static boolean isConsequence(Throwable error) {
        return error instanceof ServiceException service && service.getType() == ServiceException.FACTORY_ERROR;
    }
}
