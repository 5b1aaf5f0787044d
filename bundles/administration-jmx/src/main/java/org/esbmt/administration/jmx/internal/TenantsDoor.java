package org.esbmt.administration.jmx.internal;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.esbmt.administration.api.NewsAccess;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.PartAccess;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the {@link Door} for those who may not have the whole container, where the configuration wants it. */
@Component(
        service = {},
        immediate = true,
        configurationPid = DoorConfiguration.PID)
@Designate(ocd = DoorConfiguration.class)
public final class TenantsDoor {
    private static final Logger LOG = LoggerFactory.getLogger(TenantsDoor.class);

    private final ChangeFeed feed;
    private final Ears ears;
    private final Optional<Door> door;

    @Activate
    public TenantsDoor(
            @Reference BusMBeans beans,
            @Reference OperatorLogin logins,
            @Reference NewsAccess access,
            @Reference PartAccess parts,
            @Reference ChangeFeed feed,
            DoorConfiguration configuration)
            throws IOException, GeneralSecurityException {
        this.feed = feed;
        this.ears = new Ears(access);
        int port = configuration.port();
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(DoorConfiguration.PID + ": port must be 0 to 65535, but is " + port);
        }
        if (port == 0) {
            door = Optional.empty();
            return;
        }
        DoorSockets sockets = DoorSockets.of(
                configuration.host(),
                configuration.keystore_file(),
                configuration.keystore_password_file(),
                DoorLimits.of(configuration));
        try {
            door = Optional.of(
                    Door.open(beans.own(), logins, ears, new Shown(parts), sockets, configuration.host(), port));
        } catch (IOException e) {
            LOG.error("Tenants' administrators cannot connect by JMX at port {}: {}", port, e.getMessage());
            throw e;
        }
        feed.add(ears);
        LOG.info(
                "Tenants' administrators connect by JMX {} at {}.",
                sockets.secured() ? "over TLS" : "without TLS",
                door.get().url());
    }

    @Deactivate
    void close() {
        feed.remove(ears);
        door.ifPresent(Door::close);
    }
}
