package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The administrator of a tenant, with the identifier of another one on each route that has a tenant. */
class ForeignTenantOverRestTest {
    private static final String ABSENT = "00000000-0000-4000-8000-000000000009";

    @TempDir
    Path data;

    private RestBus bus;
    private String bolt;

    @BeforeEach
    void createTenants() throws Exception {
        bus = new RestBus(data);
        bus.tenant("acme");
        bolt = bus.tenant("bolt");
        bus.as("bolt/boss")
                .body("application/zip", "any".getBytes(UTF_8))
                .post("/tenants/" + bolt + "/assemblies")
                .is(201);
    }

    @Test
    void anotherTenantLooksLikeOneThatDoesNotExist() {
        List<Signature> ofTenants = Routes.ALL.stream()
                .filter(route -> route.path().pathVariables().contains("tenantId"))
                .map(Signature::of)
                .toList();

        assertThat(ofTenants).hasSizeGreaterThan(50).allSatisfy(signature -> {
            Answer foreign = new SampleRequest(signature, bolt).send(bus.as("acme/boss"));
            Answer absent = new SampleRequest(signature, ABSENT).send(bus.as("acme/boss"));

            assertThat(foreign.text("type"))
                    .as(foreign.body())
                    .isIn("urn:esbmt:problem:forbidden", "urn:esbmt:problem:not-found");
            assertThat(foreign.body().replace(bolt, ABSENT)).isEqualTo(absent.body());
        });
        assertThat(bus.as("bolt/boss").get("/tenants/bolt").text("state")).isEqualTo("ACTIVE");
        assertThat(bus.as("bolt/boss").get("/tenants/" + bolt + "/assemblies").number("total"))
                .isEqualTo(1);
    }

    @Test
    void theNameOfAnotherTenantLooksLikeAFreeName() {
        Map.of("bolt", "none", bolt, ABSENT).forEach((other, absent) -> {
            Answer foreign = bus.as("acme/boss").get("/tenants/" + other).refuses(403, "forbidden", other);

            assertThat(foreign.body().replace(other, absent))
                    .isEqualTo(bus.as("acme/boss").get("/tenants/" + absent).body());
        });
        bus.as("acme/boss").get("/tenants/acme").is(200);
        bus.as("acme/boss").get("/tenants").refuses(403, "forbidden", "It is for ");
    }

    @Test
    void theInstallationIsNotATenantsBusiness() {
        for (Route route : Routes.ALL) {
            if (route.path().path().startsWith("/system-users")
                    || route.path().path().startsWith("/nodes")) {
                new SampleRequest(Signature.of(route), ABSENT)
                        .send(bus.as("acme/boss"))
                        .refuses(403, "forbidden", "It is for ");
            }
        }
    }
}
