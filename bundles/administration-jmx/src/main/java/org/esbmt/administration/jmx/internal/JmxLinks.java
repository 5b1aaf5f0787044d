package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.tenancy.api.TenantId;

/** Asks on behalf of the administrator who is connected. */
final class JmxLinks implements LinksMXBean {
    private final ComponentAdministration components;
    private final LinkAdministration links;

    JmxLinks(ComponentAdministration components, LinkAdministration links) {
        this.components = requireNonNull(components, "components");
        this.links = requireNonNull(links, "links");
    }

    @Override
    public String[] listComponents() {
        return JmxAdministration.asked(by -> components.components(by).stream()
                .map(c -> c.name() + " " + c.type() + " " + c.state() + " " + (c.trusted() ? "trusted" : "own"))
                .toArray(String[]::new));
    }

    @Override
    public String[] listLibraries() {
        return JmxAdministration.asked(by -> components.libraries(by).stream()
                .map(l -> l.name() + " " + l.version() + " trusted")
                .toArray(String[]::new));
    }

    @Override
    public String[] listLinks() {
        return JmxAdministration.asked(
                by -> links.links(by).stream().map(JmxLinks::text).toArray(String[]::new));
    }

    private static String text(LinkView link) {
        String endpoint = link.service() + " " + link.endpoint();
        return link.component()
                .map(c -> "component " + c + " to tenant " + link.tenant() + " " + endpoint)
                .orElse("tenant " + link.tenant() + " to plain " + endpoint);
    }

    @Override
    public void linkToPlain(String tenantId, String service, String endpoint) {
        change(Optional.empty(), tenantId, service, endpoint, true);
    }

    @Override
    public void unlinkFromPlain(String tenantId, String service, String endpoint) {
        change(Optional.empty(), tenantId, service, endpoint, false);
    }

    @Override
    public void linkToTenant(String component, String tenantId, String service, String endpoint) {
        change(Optional.of(given("component", component)), tenantId, service, endpoint, true);
    }

    @Override
    public void unlinkFromTenant(String component, String tenantId, String service, String endpoint) {
        change(Optional.of(given("component", component)), tenantId, service, endpoint, false);
    }

    private void change(Optional<String> component, String tenantId, String service, String endpoint, boolean link) {
        JmxAdministration.asked(by -> {
            LinkView view = new LinkView(
                    component,
                    TenantId.of(given("tenantId", tenantId)),
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
