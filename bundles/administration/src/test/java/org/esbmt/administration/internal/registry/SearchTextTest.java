package org.esbmt.administration.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search texts of lists, in every text field. PostgreSQL cannot accept the worst of them. */
class SearchTextTest {
    private static final PageRequest FIRST = PageRequest.first(1);
    private static final Map<String, String> BAD = Map.of(
            "a\0b", "U+0000",
            "a\nb", "U+000A",
            "\u001b[2J", "U+001B",
            "\u007f", "U+007F",
            "\u0085", "U+0085",
            "a\ud83d", "U+D83D",
            "\ude00a", "U+DE00");

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private final Map<String, Search> searches = new LinkedHashMap<>();

    /** A list that is searched for a text. */
    @FunctionalInterface
    private interface Search {
        void of(Optional<String> text) throws AdministrationException;
    }

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")))
                .tenant()
                .id();
        searches.put(
                "tenants by nameContains",
                text -> bus.tenantQueries.listTenants(admin(), new TenantFilter(text, Optional.empty()), FIRST));
        searches.put(
                "tenants by nameAfter",
                text -> bus.tenantQueries.listTenants(
                        admin(), new TenantFilter(Optional.empty(), Optional.empty(), text), FIRST));
        searches.put(
                "users by loginContains",
                text -> bus.userQueries.listUsers(boss(), acme, new UserFilter(text, Optional.empty()), FIRST));
        searches.put(
                "services by namespace",
                text -> bus.serviceQueries.find(boss(), acme, new ServiceFilter(text, Optional.empty()), FIRST));
        searches.put(
                "services by nameContains",
                text -> bus.serviceQueries.find(boss(), acme, new ServiceFilter(Optional.empty(), text), FIRST));
    }

    @Test
    void controlCharactersAndHalvesOfPairsAreRefusedWithTheFieldAndTheCharacter() {
        searches.forEach(
                (name, search) -> BAD.forEach((text, shown) -> assertThatThrownBy(() -> search.of(Optional.of(text)))
                        .as(name)
                        .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                                .isEqualTo(Reason.INVALID))
                        .hasMessageStartingWith(name.substring(name.lastIndexOf(' ') + 1)
                                + " has a character that no name has: " + shown)));
    }

    @Test
    void aTooLongSearchTextIsRefused() {
        searches.forEach((name, search) -> assertThatThrownBy(() -> search.of(Optional.of("x".repeat(1_001))))
                .as(name)
                .hasMessageContaining("1001 characters"));
    }

    @Test
    void everyOtherTextIsAccepted() {
        for (String text : List.of(" ", "acme", "%_'\\", "\u00e4\u4e2d", "\ud83d\ude00", "x".repeat(1_000))) {
            searches.forEach((name, search) ->
                    assertThatCode(() -> search.of(Optional.of(text))).as(name).doesNotThrowAnyException());
        }
        searches.forEach((name, search) ->
                assertThatCode(() -> search.of(Optional.empty())).as(name).doesNotThrowAnyException());
    }
}
