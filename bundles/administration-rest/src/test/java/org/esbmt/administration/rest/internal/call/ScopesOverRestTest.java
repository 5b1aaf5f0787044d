package org.esbmt.administration.rest.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scopes of tokens, with every operation. An operation is of the parts in which the catalogue publishes it. */
class ScopesOverRestTest {
    /** A token never makes another access. */
    private static final Set<String> NEVER =
            Set.of("createToken", "registerCertificate", "changeAdministratorPassword");
    /** They give somebody a password, a certificate or a role, which needs the full scope. */
    private static final Set<String> WITH_FULL_SCOPE = Set.of(
            "addUser",
            "setPassword",
            "resetDefaultAdmin",
            "assignRole",
            "handOverDefaultAdmin",
            "assignDefaultTenantAdmin",
            "registerUserCertificate",
            "addIssuer",
            "setIssuerKeys",
            "addUserSubject",
            "addSystemUser",
            "setSystemPassword",
            "assignSystemRole");

    @TempDir
    Path data;

    private RestBus bus;
    private String acme;

    @BeforeEach
    void open() throws Exception {
        bus = new RestBus(data);
        acme = bus.tenant("acme");
    }

    /** The administrators of acme and of the installation, each with a token of this scope. */
    private List<Administrator> with(Scope scope) throws Exception {
        return List.of(with("acme/boss", scope), with("ada", scope));
    }

    private Administrator with(String login, Scope scope) throws Exception {
        IssuedToken issued = bus.published.bus.execute(
                new Administrator(login, "test"), new CreateToken("deploy", scope, OptionalInt.empty()));
        return new Administrator(login, RestRequest.ADAPTER).with(issued.view().id());
    }

    private boolean isOutOfScope(Route route, List<Administrator> callers) {
        Signature signature = Signature.of(route);
        return callers.stream().anyMatch(by -> new SampleRequest(signature, acme)
                .send(new Client(bus.api(), by))
                .body()
                .contains("' is not for "));
    }

    /** The parts of all entries with the same operation. */
    private static Set<Part> parts(Route route) {
        Set<Operation> operations = operations(Signature.of(route).entry());
        return Catalogue.entries().stream()
                .filter(entry -> !Collections.disjoint(operations(entry), operations))
                .map(Entry::part)
                .collect(Collectors.toSet());
    }

    private static Set<Operation> operations(Entry<?> entry) {
        return RoleMatrix.ofEntry(entry.part().name(), entry.name(), entry.command()).stream()
                .map(RoleMatrix.Line::operation)
                .collect(Collectors.toSet());
    }

    private static boolean changes(Route route) {
        return Signature.of(route).entry().effect() != Effect.READS;
    }

    @Test
    void aTokenForQueriesOfOnePartReachesTheQueriesOfThatPartAlone() throws Exception {
        for (Part part : Part.values()) {
            List<Administrator> callers = with(new Scope(false, Set.of(part)));
            for (Route route : Routes.ALL) {
                String name = Signature.of(route).entry().name();
                boolean within = !changes(route) && parts(route).contains(part);
                assertThat(isOutOfScope(route, callers))
                        .as(route + " with a token for " + part)
                        .isEqualTo(!within && !name.equals("whoAmI"));
            }
        }
    }

    @Test
    void aTokenWithoutThePartOfAChangeDoesNotReachIt() throws Exception {
        for (Part part : Part.values()) {
            EnumSet<Part> others = EnumSet.complementOf(EnumSet.of(part));
            List<Administrator> callers = with(new Scope(true, others));
            for (Route route : Routes.ALL) {
                if (changes(route) && parts(route).equals(Set.of(part))) {
                    assertThat(isOutOfScope(route, callers))
                            .as(route + " with a token for all but " + part)
                            .isTrue();
                }
            }
            open();
        }
    }

    @Test
    void aTokenForChangesOfAllPartsReachesAllButOtherAccess() throws Exception {
        for (Route route : Routes.ALL) {
            String name = Signature.of(route).entry().name();
            assertThat(isOutOfScope(route, with(Scope.FULL)))
                    .as(route.toString())
                    .isEqualTo(NEVER.contains(name));
            open();
        }
    }

    @Test
    void aNarrowTokenGivesNobodyAPasswordOrARole() throws Exception {
        List<Administrator> narrow = with(new Scope(true, EnumSet.complementOf(EnumSet.of(Part.NOTIFICATIONS))));
        for (Route route : Routes.ALL) {
            if (WITH_FULL_SCOPE.contains(Signature.of(route).entry().name())) {
                assertThat(isOutOfScope(route, narrow)).as(route.toString()).isTrue();
            }
        }
    }
}
