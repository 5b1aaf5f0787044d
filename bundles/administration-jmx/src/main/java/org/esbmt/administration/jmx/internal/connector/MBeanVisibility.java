package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import java.util.function.Predicate;
import javax.management.ObjectName;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Refusals;

/**
 * Decides which MBeans of administration a user sees at the tenants' connector: those with an operation that the user
 * may perform. An MBean in no part is shown to nobody. Threads: any that may block.
 */
final class MBeanVisibility {
    private final PartAccess access;

    MBeanVisibility(PartAccess access) {
        this.access = requireNonNull(access, "access");
    }

    /**
     * Returns the MBeans that the user sees now.
     *
     * @throws IllegalStateException while the registry is out of reach
     */
    Predicate<ObjectName> to(Administrator by) {
        Set<Part> parts = access.parts(by)
                .orElseThrow(
                        () -> Refusals.of(Reason.UNAVAILABLE, "the MBeans for '" + by.login() + "' are not known now"));
        return name -> PublishedMBean.of(name.getCanonicalName())
                .map(PublishedMBean::part)
                .filter(parts::contains)
                .isPresent();
    }
}
