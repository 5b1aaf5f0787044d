package org.esbmt.administration.rest.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final String ACME = "00000000-0000-4000-8000-000000000001";

    private final Router router = new Router(Routes.ALL);

    @ParameterizedTest
    @CsvSource({
        "GET, /tenants, listTenants",
        "HEAD, /tenants, listTenants",
        "GET, /tenants/acme, findTenant",
        "POST, /tenants/acme/assemblies/switch/switch, switchAssembly",
        "DELETE, /tenants/acme/assemblies/switch, undeployAssembly",
        "POST, /tenants/acme/assemblies/switch/start, startAssembly",
        "GET, /audit/verification, verifyAudit",
    })
    void methodAndPathFindTheRoute(String method, String path, String operation) throws Refusal {
        assertThat(router.find(method, path).signature().route().operation()).isEqualTo(operation);
    }

    @Test
    void variablesAreDecodedOnce() throws Refusal {
        assertThat(router.find("POST", "/system-users/J%C3%BCrgen%25%2B%40x/lock")
                        .variables())
                .containsEntry("login", "J\u00fcrgen%+@x");
        assertThat(router.find("POST", "/system-users/%2520/lock").variables()).containsEntry("login", "%20");
        assertThat(router.find("POST", "/system-users/a+b/lock").variables()).containsEntry("login", "a+b");
    }

    /** Each of these could be another path for a proxy in front of the bus. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tenants",
                "/",
                "//",
                "/tenants/",
                "//tenants",
                "/tenants//acme",
                "/tenants/.",
                "/tenants/..",
                "/tenants/%2e%2e/status",
                "/tenants/%2E",
                "/tenants/./acme",
                "/x/../tenants",
                "/tenants;x",
                "/tenants/acme;x=1",
                "/tenants/acme%3bx/../y",
                "/tenants%2facme",
                "/tenants/a%2Fb",
                "/tenants/a%5Cb",
                "/tenants/a\\b",
                "/tenants/%00",
                "/tenants/a%0d%0ab",
                "/tenants/%7f",
                "/tenants/%61cme",
                "/tenants/%",
                "/tenants/%4",
                "/tenants/%zz",
                "/tenants/%c3",
                "/tenants/%c0%af",
                "/tenants/%ff",
                "/tenants/a b",
                "/tenants/\u00fc",
                "/tenants/a?b",
                "/tenants/a#b",
                "/TENANTS",
                "/tenants/acme/suspend/now",
                "/me/..",
            })
    void aPathThatIsNotExactlyOfTheApiIsNotFound(String path) {
        assertThatThrownBy(() -> router.find("GET", path))
                .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.type()).isEqualTo(ProblemType.NOT_FOUND));
    }

    @Test
    void aLongPathIsNotFound() {
        assertThatThrownBy(() -> router.find("GET", "/tenants/" + "a".repeat(2_048)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("more than 2048 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "TRACE", "OPTIONS", "CONNECT", "get", "PUT"})
    void anotherMethodIsNotAllowed(String method) throws Refusal {
        assertThatThrownBy(() -> router.find(method, "/tenants"))
                .isInstanceOfSatisfying(
                        Refusal.class, e -> assertThat(e.type()).isEqualTo(ProblemType.METHOD_NOT_ALLOWED));
        assertThat(router.methods("/tenants")).containsExactly("GET", "HEAD", "POST");
        assertThat(router.methods("/tenants/" + ACME + "/suspend")).containsExactly("POST");
    }

    @Test
    void everyRouteIsFoundByAnAddressOfItsOwn() throws Refusal {
        for (Route route : Routes.ALL) {
            String path = route.path().path().replaceAll("\\{[a-zA-Z]+}", ACME);

            assertThat(router.find(route.method(), path).signature().route()).isEqualTo(route);
        }
    }
}
