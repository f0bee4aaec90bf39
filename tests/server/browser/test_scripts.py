"""What scripts do beside the table: keys, links, choices that are kept, and text that is left alone."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Dialog, expect

from tests.chromium import STOPPED
from tests.server.browser.conftest import SHORT, Newcomer, Person
from tuckbox.coach.exercises import shipped
from tuckbox.definition.game import game
from tuckbox.server.assets import sent

ANSWERED = f"/exercises/keywhiz/2?answered={quote(shipped(game('keywhiz'))[1].best)}"

FIT = "() => document.getElementById('live').style.getPropertyValue('--fit')"
"""How much smaller the table is drawn than it could be; nothing where it has room enough."""


def test_enter_is_for_what_has_the_focus_and_else_leads_to_the_next_exercise(newcomer: Newcomer) -> None:
    person = newcomer()
    person.go(ANSWERED)
    person.page.wait_for_load_state()
    person.page.locator(".values summary").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".values[open]")).to_be_visible()
    assert person.path == ANSWERED
    onward = person.page.locator("#onward").get_attribute("href")
    person.page.locator("#verdict").focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_url(f"**{onward}")


def test_the_short_cut_to_the_content_loads_nothing(newcomer: Newcomer) -> None:
    person = newcomer()
    person.go(ANSWERED)
    person.page.wait_for_load_state()
    person.page.evaluate("() => { window.same = true; }")
    person.page.get_by_role("link", name="To the content").focus()
    person.page.keyboard.press("Enter")
    person.wait("() => location.hash === '#live'")
    person.page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    assert person.page.evaluate("() => window.same")


def test_the_question_mark_opens_the_help_of_an_exercise(newcomer: Newcomer) -> None:
    person = newcomer()
    person.go("/exercises/keywhiz/1")
    person.page.wait_for_load_state()
    person.page.keyboard.press("?")
    expect(person.page.locator("#help")).to_be_visible()


def test_the_button_for_sounds_keeps_all_other_settings(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.page.context.add_cookies([{"name": "preferences", "value": "dark.four.off.off.words", "url": ann.address}])
    ann.named("Ann").opens(players="2")
    with ann.page.expect_response("**/tones.js"):
        ann.page.get_by_role("button", name="Sounds").click()
    kept = {cookie["name"]: cookie["value"] for cookie in ann.page.context.cookies()}
    assert kept["preferences"] == "dark.four.off.on.words"


def test_a_link_stays_selected_while_the_table_waits(newcomer: Newcomer) -> None:
    ann = newcomer().named("Ann")
    path = ann.opens(players="2")
    ann.page.locator(".link a").evaluate("link => getSelection().selectAllChildren(link)")
    ann.page.evaluate("() => new Promise(done => setTimeout(done, 1200))")
    assert ann.page.evaluate("() => String(getSelection())") == ann.address + path


def test_how_many_are_looking_is_written_only_when_it_changes(newcomer: Newcomer) -> None:
    ann = newcomer().named("Ann")
    ann.go("/find")
    ann.page.get_by_role("button", name="Find a game").click()
    expect(ann.page.locator("#waiting")).to_have_text("Nobody else is looking just now.")
    ann.page.evaluate("""() => {
        window.written = 0;
        new MutationObserver(() => { window.written++; }).observe(document.getElementById('waiting'), { childList: true });
    }""")
    for _ in range(2):
        with ann.page.expect_response("**/find/news"):
            pass
    assert ann.page.evaluate("() => window.written") == 0
    ann.page.get_by_role("button", name="Stop looking").click()


def test_the_link_to_a_competition_can_be_copied_also_over_plain_http(newcomer: Newcomer) -> None:
    ann, asked = newcomer(), list[str]()
    ann.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ann.go("/competitions/new?game=jalopies")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Make it").click()
    ann.page.wait_for_url("**/competitions/*")
    ann.page.wait_for_load_state()

    def copied_by_hand(dialog: Dialog) -> None:
        asked.append(dialog.default_value)
        dialog.dismiss()

    ann.page.on("dialog", copied_by_hand)
    ann.page.get_by_role("button", name="Share the link").click()
    assert asked == [ann.page.url]


def test_a_drag_that_the_device_ends_leaves_no_marks(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("draw stock")
    ann.wait("() => document.querySelector('.table.turn')")
    marks = ann.page.evaluate("""() => {
        const card = document.querySelector('.seat.mine .card.act'), { x, y } = card.getBoundingClientRect();
        const send = (type, at) => card.dispatchEvent(
            new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, clientX: x + at, clientY: y + at }));
        const marked = () => document.querySelectorAll('.drop, .lifted').length;
        document.querySelector('.pile').dataset.moves = card.dataset.moves; // where it could go
        send('pointerdown', 5);
        send('pointermove', 60);
        const before = marked();
        send('pointercancel', 60);
        return [before > 1, marked()];
    }""")
    assert marks == [True, 0]


def test_sounds_that_the_browser_holds_back_are_not_made_all_at_once_later(newcomer: Newcomer) -> None:
    person = newcomer()
    person.page.add_init_script("""
        window.begun = 0;
        const begin = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...at) { window.begun++; return begin.apply(this, at); };
    """)
    person.go("/")
    begun = person.page.evaluate("""async () => {
        let go;
        AudioContext.prototype.resume = () => new Promise(done => { go = done; });
        const { play } = await import('/static/tones.js');
        play('turn');
        await new Promise(done => setTimeout(done, 700));
        go?.();
        await new Promise(done => setTimeout(done, 50));
        const late = window.begun;
        AudioContext.prototype.resume = async () => {};
        await play('turn');
        return [late, window.begun];
    }""")
    assert begun == [0, 2]


def test_a_second_finger_does_not_drop_the_card_that_the_first_one_holds(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("draw stock")
    ann.wait("() => document.querySelector('.table.turn')")
    lifted = ann.page.evaluate("""async () => {
        const card = document.querySelector('.seat.mine .card.act'), { x, y } = card.getBoundingClientRect();
        const send = (type, isPrimary, at) => card.dispatchEvent(
            new PointerEvent(type, { bubbles: true, isPrimary, button: 0, clientX: x + at, clientY: y + at }));
        const lifted = async () => {
            await new Promise(done => setTimeout(done, 50));
            return document.querySelectorAll('.lifted').length;
        };
        send('pointerdown', true, 5);
        send('pointermove', true, 60);
        send('pointerdown', false, 90);
        send('pointerup', false, 90);
        const first = await lifted();
        send('pointercancel', false, 90);
        return [first, await lifted()];
    }""")
    assert lifted == [1, 1]
    assert ann.can("discard"), "nothing has been played"


def test_what_one_player_does_is_not_told_beside_another_whose_name_begins_alike(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    told = ann.page.evaluate("""async () => {
        const [mine, other] = ['.seat.mine', '.seat:not(.mine)'].map(one => document.querySelector(`${one} h2`));
        const say = async text => {
            const line = document.createElement('li');
            line.id = `l-${text}`;
            line.innerHTML = `<a>${text}</a>`;
            document.querySelector('#told').append(line);
            await new Promise(done => setTimeout(done));
        };
        document.querySelectorAll('.told .bubble').forEach(one => one.remove());
        [mine.textContent, other.textContent] = ['Ann 2', 'Ann'];
        await say('Ann nods');
        await say('Ann 2 waves');
        return [...document.querySelectorAll('.told .bubble')].map(one => one.textContent);
    }""")
    assert told == ["Ann nods"]


def on_a_phone(newcomer: Newcomer, game: str, bots: int, size: tuple[int, int] = (390, 844)) -> Person:
    """Somebody whose turn it is in a match against bots, on a small screen."""
    width, height = size
    ann = newcomer(viewport={"width": width, "height": height}).named("Ann")
    ann.opens(game, players=str(bots + 1), **{f"bot{seat}": "easy" for seat in range(1, bots + 1)})
    ann.page.get_by_role("button", name="Start the match").click()
    ann.begun().wait("() => document.querySelector('.table.turn .seat.mine .cards')")
    return ann


def test_what_a_rival_does_covers_nothing_on_the_table_in_letters_of_twice_the_size_on_a_phone(newcomer: Newcomer) -> None:
    ann = on_a_phone(newcomer, "keywhiz", 2)
    covered = ann.page.evaluate("""async () => {
        document.documentElement.style.fontSize = '200%';
        document.querySelectorAll('.told .bubble').forEach(one => one.remove());
        const line = document.createElement('li');
        line.id = 'l-long';
        const name = document.querySelector('.seat:not(.mine) h2').textContent;
        line.innerHTML = `<a>${name} opens Start door 2 with a 2, completed by a 2 of the table, and moves to 2-4.</a>`;
        document.querySelector('#told').append(line);
        await new Promise(done => setTimeout(done));
        const box = one => one.getBoundingClientRect(), bubble = box(document.querySelector('.told .bubble'));
        return [...document.querySelectorAll('.centre > *, .seat, .dock')].filter(one => box(one).bottom > bubble.top &&
            box(one).top < bubble.bottom && box(one).right > bubble.left && box(one).left < bubble.right).map(one => one.id);
    }""")
    assert covered == []


def test_what_a_rival_does_makes_way_for_what_can_be_done_then(newcomer: Newcomer) -> None:
    ann = on_a_phone(newcomer, "keywhiz", 1)
    covers = ann.page.evaluate("""async () => {
        const part = selector => document.querySelector(selector), box = one => part(one).getBoundingClientRect();
        const say = async text => {
            const line = document.createElement('li');
            line.id = `l-${text.length}`;
            line.innerHTML = `<a>${text}</a>`;
            part('#told').append(line);
            await new Promise(done => setTimeout(done));
        };
        const covers = () => box('.told .bubble').bottom > box('.dock').top;
        document.querySelectorAll('.told .bubble').forEach(one => one.remove());
        part('.dock').replaceChildren();
        await say(`${part('.seat:not(.mine) h2').textContent} moves from 2-3 to 2-4 (doorway).`);
        const before = covers();
        part('.dock').style.minHeight = '300px';
        await say('Now it is your turn.');
        return [before, covers()];
    }""")
    assert covers == [False, False]


def test_paper_rains_for_whoever_has_won_and_only_then(newcomer: Newcomer) -> None:
    ann = newcomer(reduced_motion="no-preference").hand()
    loaded = ann.page.evaluate("""async () => {
        const loads = () => performance.getEntriesByType('resource').filter(one => one.name.includes('feast')).length;
        const table = document.querySelector('#table'), running = table.className;
        const turn = async name => { table.className = name; await new Promise(done => setTimeout(done, 50)); };
        await turn('table stage-finished');  // and somebody else has won
        const before = loads();
        await turn(running);
        document.querySelector('#dock').append(Object.assign(document.createElement('p'), { className: 'result won' }));
        await turn('table stage-finished');
        return before;
    }""")
    assert loaded == 0
    ann.wait("() => document.querySelectorAll('.feast i').length === 40")


def test_what_rivals_do_covers_neither_the_help_nor_each_other(newcomer: Newcomer) -> None:
    ann = on_a_phone(newcomer, "whipsaw", 2, (360, 740))
    covered = ann.page.evaluate("""async () => {
        document.querySelectorAll('.told .bubble').forEach(one => one.remove());
        for (const { textContent: name } of document.querySelectorAll('.seat:not(.mine) h2')) {
            const line = document.createElement('li');
            line.id = `l-${name}`;
            line.innerHTML = `<a>${name} offers Henry Hudson Bridge (JV4) to you.</a>`;
            document.querySelector('#told').append(line);
            await new Promise(done => setTimeout(done));
        }
        const all = document.querySelectorAll('#top nav, .told .bubble');
        const [aids, first, second] = [...all].map(one => one.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return [meet(aids, first), meet(aids, second), meet(first, second)];
    }""")
    assert covered == [False, False, False]


@pytest.mark.parametrize(("size", "told"), [((390, 600), ["Good luck!"]), ((1280, 800), [])])
def test_words_are_told_beside_who_says_them_where_the_chat_is_out_of_sight(
    newcomer: Newcomer, size: tuple[int, int], told: list[str]
) -> None:
    ann, bo = newcomer(viewport={"width": size[0], "height": size[1]}), newcomer()
    ann.named("Ann")
    bo.named("Bo")
    bo.go(ann.opens(players="2", **SHORT))
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    ann.begun().page.evaluate("""() => {
        window.told = [];
        const read = ({ addedNodes }) => addedNodes.forEach(one => one.matches('.words') && told.push(one.textContent));
        new MutationObserver(changes => changes.forEach(read)).observe(document.querySelector('.told'), { childList: true });
    }""")
    bo.page.locator("#saying").fill("Good luck!")
    bo.page.keyboard.press("Enter")
    ann.wait("() => document.querySelector('#said')?.textContent.includes('Good luck!')")
    ann.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert ann.page.evaluate("() => window.told") == told


def test_a_page_that_is_opened_takes_away_the_mark_on_the_icon(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.page.add_init_script("navigator.clearAppBadge = async () => { window.cleared = true; }")
    ann.go("/")
    ann.wait("() => window.cleared")
    ann.named("Ann").opens(players="2")
    ann.wait("() => window.cleared")


def test_cards_on_their_way_do_not_make_the_table_smaller(newcomer: Newcomer) -> None:
    ann = newcomer(reduced_motion="no-preference", viewport={"width": 1280, "height": 800}).hand()
    ann.page.evaluate("""() => {
        const travels = () => document.getAnimations().filter(one => one.id === 'travel').length;
        window.seen = [];
        document.getElementById('live').addEventListener('morphed', () => {
            const fitted = travels();
            queueMicrotask(() => window.seen.push([fitted, travels()]));
        });
    }""")
    for action in ("draw stock", "discard", "draw stock"):
        ann.wait("() => document.querySelector('.table.turn, .stage-finished')")
        if ann.page.locator(".stage-finished").count():  # the bot has called: there is nothing more to play
            break
        ann.act(action)
    seen = ann.page.evaluate("() => window.seen")
    assert not any(fitted for fitted, _ in seen)
    assert any(begun for _, begun in seen)


def test_a_page_that_need_not_fit_is_not_watched(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 390, "height": 844})
    ann.page.add_init_script("""
        const observe = ResizeObserver.prototype.observe;
        window.watched = 0;
        ResizeObserver.prototype.observe = function(...given) { window.watched += 1; observe.apply(this, given); };
    """)
    ann.named("Ann").opens(players="2")
    ann.page.wait_for_load_state()
    ann.page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    assert ann.page.evaluate("() => window.watched") == 0


def test_a_table_is_as_large_as_it_has_room_for(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 1280, "height": 1400}).hand()
    assert ann.page.evaluate(FIT) == ""
    ann.page.set_viewport_size({"width": 1280, "height": 600})
    ann.wait(f"() => ({FIT})() !== ''")
    ann.wait("() => { const felt = document.getElementById('felt'); return felt.scrollHeight <= felt.clientHeight + 2; }")
    ann.page.set_viewport_size({"width": 1280, "height": 1400})
    ann.wait(f"() => ({FIT})() === ''")


def test_what_others_did_is_told_where_it_covers_nothing(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 1280, "height": 800}).hand()
    ann.page.evaluate("""() => {
        window.covered = [];
        const tell = bubble => {
            const a = bubble.getBoundingClientRect();
            const things = [...document.querySelectorAll('.centre > *, .mine, .dock')];
            const meets = b => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
            window.covered.push(things.filter(one => meets(one.getBoundingClientRect())).length);
        };
        new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(tell)))
            .observe(document.querySelector('.told'), { childList: true });
    }""")
    for action in ("draw stock", "discard"):
        ann.wait("() => document.querySelector('.table.turn')")
        ann.act(action)
    ann.wait("() => window.covered.length")
    assert not any(ann.page.evaluate("() => window.covered"))


def test_a_card_put_down_is_told_although_a_longer_sentence_still_stands(newcomer: Newcomer) -> None:
    """Where a bot was quick, all that it did in its next turn went untold beside "Bo takes … from the pile."."""
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    told = ann.page.evaluate("""async () => {
        const log = document.getElementById('told'), told = [], card = '<span class="chip">K♠</span>';
        const sentences = [`Bo takes ${card} from the pile.`, 'Bo draws a card.', `Bo puts down ${card}.`];
        for (const [at, sentence] of sentences.entries()) {
            log.insertAdjacentHTML('beforeend', `<li id="new-${at}"><a href="#">${sentence}</a></li>`);
            await new Promise(done => setTimeout(done, 20));
            told.push([...document.querySelectorAll('.told .bubble[data-seat=seat-1]')].map(one => one.textContent).join());
        }
        return told;
    }""")
    assert told == ["Bo takes K♠ from the pile.", "Bo takes K♠ from the pile.", "Bo puts down K♠."]


TRAVELLING = "() => document.getAnimations().filter(one => one.id === 'travel').length"


def test_cards_of_a_page_that_is_hidden_are_where_they_go(newcomer: Newcomer) -> None:
    """A browser moves nothing on a page that is hidden: what comes next, and the sound of one's turn, would wait for it."""
    ann = newcomer(reduced_motion="no-preference").hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.evaluate(STOPPED)
    ann.act("draw stock")
    ann.wait(f"() => ({TRAVELLING})() > 0")
    ann.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    assert ann.page.evaluate(TRAVELLING) == 0


def test_a_card_that_a_rival_puts_down_comes_from_their_hand(newcomer: Newcomer) -> None:
    """It came from the edge of the rival's place, and as large as on the pile. The rival may put down what Ann has put down
    just before, and the table may be drawn a little larger when its hand grows."""
    hands = (newcomer(reduced_motion="no-preference").hand() for _ in range(9))  # the rival may call first
    x, y, larger = next(filter(None, map(_put_down, hands)))
    assert abs(x) + abs(y) < 100
    assert larger < 1.3


def _put_down(ann: Person) -> Sequence[float] | None:
    """Where the first card that the rival puts down begins its way, and how large: from the rival's first card, and as a
    multiple of it. None where the match ends before."""
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.evaluate("""() => {
        const lay = Element.prototype.animate;
        window.begun = {};
        Element.prototype.animate = function (steps, more) {
            const one = lay.call(this, steps, more), { x, y, width } = this.getBoundingClientRect();
            const home = document.querySelector('.rivals .card.back')?.getBoundingClientRect();
            if (home) window.begun[this.id] ??= [x - home.x, y - home.y, width / home.width];
            return one;
        };
    }""")
    on_pile = "() => [...document.querySelectorAll('.pile .card[id^=c-]')].map(card => card.id)"
    lying: set[str] = set(ann.page.evaluate(on_pile))
    while not (come := {*ann.page.evaluate(on_pile)} - lying):
        while not ann.can("discard"):
            ann.act("draw stock")
        discard = ann.page.locator(".move[data-act^=discard]").first.get_attribute("data-act") or ""
        lying.add(discard.replace("discard ", "c-"))
        ann.act(discard)
        ann.wait("() => document.querySelector('.table:is(.turn, .stage-finished)')")
        if not ann.page.locator(".table.turn").count():
            return None
    found: Sequence[float] = ann.page.evaluate("id => window.begun[id]", come.pop())
    return found


def test_a_match_that_begins_is_seen_from_its_top(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 640, "height": 400}).named("Ann")
    ann.opens(players="4", bot1="easy", bot2="easy", bot3="easy")
    ann.page.wait_for_load_state("networkidle")
    start = ann.page.get_by_role("button", name="Start the match")
    start.scroll_into_view_if_needed()
    assert ann.page.evaluate("scrollY") > 0
    start.click()
    ann.wait("() => document.querySelector('#table.stage-playing') && scrollY === 0")


def test_a_bar_that_was_scrolled_shows_what_is_asked_next_from_its_top(newcomer: Newcomer) -> None:
    ann = on_a_phone(newcomer, "whiplash", 1, (740, 360))
    ann.page.wait_for_load_state("networkidle")
    much = "#dock::after { content: ''; flex: 1 0 100%; height: 60rem }"
    ann.page.evaluate("much => document.styleSheets[0].insertRule(much, document.styleSheets[0].cssRules.length)", much)
    ann.page.evaluate("dock.scrollTop = 500")
    assert ann.page.evaluate("dock.scrollTop") == 500
    asked = ann.page.locator("#status").text_content()
    ann.page.evaluate("document.querySelector('#dock [data-act^=draw]').click()")  # Playwright's click would scroll to it
    ann.wait("asked => document.getElementById('status').textContent !== asked && dock.scrollTop === 0", asked)


CLICKED = """async () => {
    const heard = {}, done = [];
    const shows = path => ({ url: `http://cards.example${path}`, focus: async () => done.push(`focus ${path}`) });
    const self = {
        addEventListener: (kind, then) => { heard[kind] = then; },
        clients: {
            matchAll: async () => ['/', '/tables/b/replay', '/tables/a'].map(shows),
            openWindow: async path => done.push(`open ${path}`),
        },
        navigator: {},
    };
    WORKER
    for (const data of ['/tables/a', '/tables/b'])
        await new Promise(waitUntil => heard.notificationclick({ notification: { data, close: () => {} }, waitUntil }));
    return done;
}"""
"""Clicks on notifications of two tables, of which the first is open in a window; browsers let no test click on one."""


def test_a_notification_leads_to_the_window_that_has_its_table(newcomer: Newcomer) -> None:
    done = newcomer().page.evaluate(CLICKED.replace("WORKER", sent("worker.js").decode()))
    assert done == ["focus /tables/a", "open /tables/b"]
