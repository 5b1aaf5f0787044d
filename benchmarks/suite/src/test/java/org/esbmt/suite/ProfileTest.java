package org.esbmt.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.plan.Profile;
import org.esbmt.suite.plan.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileTest {
    static List<Profile> profiles() {
        return List.of(Profile.smoke(), Profile.quick(), Profile.full(), Profile.compare());
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void eachWindowHasATargetInItsStage(Profile profile) {
        for (Stage stage : profile.stages()) {
            for (Planned planned : stage.windows()) {
                boolean bus = stage.buses().stream()
                        .anyMatch(b -> b.target().equals(planned.cell().target())
                                && b.tenants() >= planned.cell().endpoints()
                                && b.nodes() == planned.cell().nodes());
                assertThat(bus || stage.comparators().contains(planned.cell().target()))
                        .as(planned.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void aComparatorHasTheEndpointsOfItsWindowsAndNoMore() {
        Stage tenancy = Profile.full().stages().stream()
                .filter(stage -> stage.name().equals("tenancy"))
                .findFirst()
                .orElseThrow();

        assertThat(tenancy.endpoints("nginx")).isEqualTo(1_000);
        assertThat(tenancy.endpoints("servicemix-http")).isEqualTo(10);
    }

    /** A resumed run, and the report, know a window by its cell, its rate and its round. */
    @ParameterizedTest
    @MethodSource("profiles")
    void noWindowIsThereTwice(Profile profile) {
        List<String> names = new ArrayList<>();
        profile.stages().forEach(stage -> stage.windows().forEach(planned -> names.add(planned.toString())));
        assertThat(names).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void roundsAndSecondsOfTheCommandLineHoldForAllParts(Profile profile) {
        Profile changed = profile.withRounds(7).withSeconds(3);
        assertThat(changed.stages())
                .flatExtracting(Stage::parts)
                .allMatch(part -> part.rounds() == 7 && part.seconds() == 3);
        assertThat(changed.stages())
                .flatExtracting(Stage::windows)
                .isEqualTo(profile.stages().stream()
                        .flatMap(stage -> stage.windows().stream())
                        .toList());
    }

    @Test
    void theProfilesHaveTheirTime() {
        BiPredicate<Planned, Integer> all = (planned, round) -> true;
        assertThat(new Progress(Profile.quick(), all, () -> 0).estimatedMinutes())
                .isLessThan(10);
        assertThat(new Progress(Profile.full(), all, () -> 0).estimatedMinutes())
                .isBetween(60.0, 80.0);
    }
}
