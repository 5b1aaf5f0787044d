package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.PageRequest;

/** Asks on behalf of the administrator who is connected. */
final class JmxLinks implements LinksMXBean {
    private final LinkAdministration links;

    JmxLinks(LinkAdministration links) {
        this.links = requireNonNull(links, "links");
    }

    @Override
    public LinkPage listLinks(int offset, int limit) {
        return JmxAdministration.asked(by -> new LinkPage(links.links(by, new PageRequest(offset, limit))));
    }

    @Override
    public void linkToPlain(String tenantId, String service, String endpoint, String operation) {
        change(Optional.empty(), tenantId, service, endpoint, operation, true);
    }

    @Override
    public void unlinkFromPlain(String tenantId, String service, String endpoint, String operation) {
        change(Optional.empty(), tenantId, service, endpoint, operation, false);
    }

    @Override
    public void linkToTenant(String component, String tenantId, String service, String endpoint, String operation) {
        change(Optional.of(given("component", component)), tenantId, service, endpoint, operation, true);
    }

    @Override
    public void unlinkFromTenant(String component, String tenantId, String service, String endpoint, String operation) {
        change(Optional.of(given("component", component)), tenantId, service, endpoint, operation, false);
    }

    private void change(
            Optional<String> component,
            String tenantId,
            String service,
            String endpoint,
            String operation,
            boolean link) {
        JmxAdministration.asked(operation, -1, by -> {
            LinkView view = new LinkView(
                    component,
                    JmxAdministration.tenant(tenantId),
                    QName.valueOf(given("service", service)),
                    given("endpoint", endpoint));
            if (link) {
                links.link(by, view);
            } else {
                links.unlink(by, view);
            }
            return view;
        });
    }

    private static String given(String parameter, String value) {
        return JmxAdministration.given(parameter, value);
    }
}
