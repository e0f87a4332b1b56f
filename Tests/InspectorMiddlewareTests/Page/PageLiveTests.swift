// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// The page of a running app, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver)
struct PageLiveTests: LivePageSuite {
    /// Everything that a page shows of its recording.
    private static let contents = """
        const placeOfRun = number => runs.indexOf(runOfNumber.get(number));
        const contents = () => [
          actions.map(a => [a.label, a.cause, placeOfRun(a.run), a.name, a.text, a.change, a.isDone, a.isDescribed, a.time, a.steps, a.source, a.trail,
            a.thread, a.consequences, a.after < 0 ? '' : flat(a.after), a.before < 0 ? '' : flat(a.before)]),
          runs.map(({ row, number, ...run }) => ({ ...run, explanation: run.explanation.replace(/began|still ran .* made/, '') })),
          notices.map(notice => ({ ...notice, run: placeOfRun(notice.run) })), lanes.map(lane => [lane.title, lane.top, lane.height, lane.runs?.length]),
          [...counts], [...colourOfName], raw.several, raw.stores, raw.start, document.title, element('omitted-label').textContent,
          element('summary').textContent, element('legend').textContent, hasChanges, signsOf(actions[0])
        ];
        """

    /// Sentence 1 of the contract.
    @Test func pageShowsWhatTheFileShows() async throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let (phone, laptop) = (Shop(recorder, named: "Phone"), Shop(recorder, named: "Laptop"))
        let inspector = try laptop.inspector()
        try open(inspector)
        for amount in 1...20 {
            phone.store.dispatch(.add("tea </script>\u{1}", amount: amount))
            laptop.store.dispatch(.checkOut)
            if amount == 10 { #expect(try value("return await until(() => actions.length > 5)") == "true") }
        }
        phone.store.dispatch(.stay)
        phone.store.dispatch(.stay)
        laptop.store.dispatch(.stay)
        phone.store.dispatch(.leave)
        await phone.store.settled()
        let recording = recorder.recording()
        let count = recording.entries.count
        let shown = try value(
            """
            \(Self.contents)
            await until(() => actions.length === \(count) && live.last === \(Client(inspector).events().count));
            for (const action of actions) await askForState(action);
            return contents();
            """
        )
        #expect(try driver().console() == [])
        let folder = try TemporaryFolder()
        try folder.write(recording.text(as: .html), to: "page.html")
        try driver().open("file://\(folder.file("page.html"))")
        let expected = try value("\(Self.contents) return contents()")
        #expect(shown == expected)
        #expect(shown.count > 5_000)
    }

    @Test func actionsAppearAsTheyHappenUnlessThePageIsPaused() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        #expect(
            try value("await until(() => element('live-status').textContent === 'Live'); return actions.length") == "0"
        )
        shop.store.dispatch(.checkOut)
        let first = try value(
            """
            await until(() => rows.children.length === 2);
            for (const took of rows.querySelectorAll('.took')) took.remove();
            const found = [[...rows.children].map(row => row.textContent), selected];
            element('pause').click();
            return [...found, element('live-status').textContent, element('pause').textContent];
            """
        )
        #expect(first == #"[["1checkOut","2paid (1.5)← 1"],-1,"Paused","Resume"]"#)
        for amount in 1...5 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(
            try value("select(1); return [actions.length, live.reading, element('position').textContent]")
                == #"[2,null,"2 of 2"]"#
        )
        let later = try value(
            """
            element('pause').click();
            await until(() => actions.length === 7);
            return [actions.map(a => a.label), live.skipped, element('position').textContent];
            """
        )
        #expect(later == #"[["1","2","3","4","5","6","7"],0,"2 of 7"]"#)
        #expect(try driver().console() == [])
    }

    /// An action that is caused by one of another store may end, and be numbered, before its cause does.
    @Test func causeWithALaterNumberIsShown() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let laptop = Shop(recorder, named: "Laptop")
        let inspector = try laptop.inspector()
        let client = try Client(inspector)
        let forwarding = ShopMiddleware { action, source, _ in
            laptop.store.dispatch(action, from: source)
            _ = try? client.events()
            return .pure()
        }
        let phone = Store(
            initialState: ShopState(),
            reducer: Reducer<ShopAction, ShopState>.identity,
            middleware: forwarding <> recorder.middleware(named: "Phone")
        )
        phone.dispatch(.close)
        try open(inspector)
        let causes = "actions.map(action => [action.label, action.cause, action.consequences])"
        #expect(
            try value("await until(() => actions.length === 2); return \(causes)")
                == #"[["Laptop 1",1,[]],["Phone 1",-1,[0]]]"#
        )
        _ = try value("element('pause').click(); return 1")
        phone.dispatch(.close)
        #expect(
            try value("element('pause').click(); await until(() => actions.length === 4); return \(causes)")
                == #"[["Laptop 1",1,[]],["Phone 1",-1,[0]],["Laptop 2",3,[]],["Phone 2",-1,[2]]]"#
        )
    }

    /// The page keeps actions longer than the recorder.
    @Test func causeThatOnlyThePageKeepsIsShown() async throws {
        let shop = Shop(Recorder(capacity: 2))
        let inspector = try shop.inspector()
        try open(inspector)
        shop.store.dispatch(.stay)
        #expect(try value("return await until(() => runs.length === 1)") == "true")
        for amount in 1...3 { shop.store.dispatch(.add("tea", amount: amount)) }
        shop.store.dispatch(.leave)
        await shop.store.settled()
        let found = try value(
            "await until(() => runs[0].ending === 'cancelled'); return [runs[0].cause, actions[0].name]"
        )
        #expect(found == #"[0,"stay"]"#)
    }

    @Test func clickIsNotLostWhileActionsArrive() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        for amount in 1...5 { shop.store.dispatch(.add("tea", amount: amount)) }
        let place = try value(
            """
            await until(() => actions.length === 5);
            window.clicks = 0;
            list.addEventListener('click', event => { if (event.target.closest('#a2')) clicks++; });
            const { x, y } = rows.children[2].getBoundingClientRect();
            return { x: x + 150, y: y + 9 };
            """
        )
        let press = #"\#(place.dropLast()), "button": "left", "clickCount": 1, "type": "#
        let _: WebDriver.Nothing = try driver().command("Input.dispatchMouseEvent", #"\#(press)"mousePressed"}"#)
        #expect(try value("return selected") == "2")
        shop.store.dispatch(.close)
        #expect(try value("return await until(() => actions.length === 6)") == "true")
        let _: WebDriver.Nothing = try driver().command("Input.dispatchMouseEvent", #"\#(press)"mouseReleased"}"#)
        #expect(try value("return [await until(() => clicks === 1), selected]") == "[true,2]")
    }

    @Test func markedMomentIsComparedWithNow() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.add("rice", amount: 1))
        _ = try value("await until(() => actions.length === 2); select(0); element('mark').click(); return 1")
        shop.store.dispatch(.add("tea", amount: 5))
        let found = try value(
            """
            await until(() => actions.length === 3);
            element('since').click();
            await until(() => details.querySelector('h2').textContent.startsWith('Since'));
            const shown = () => [details.querySelector('h2').textContent, details.querySelector('.sub').textContent,
              [...details.querySelectorAll('.changed')].map(node => node.textContent).slice(2)];
            const newest = shown();
            select(1);
            element('since').click();
            await until(() => details.querySelector('h2').textContent.startsWith('Since'));
            return [newest, shown()];
            """
        )
        let newest = #""Up to 3 add, the newest action, 2 actions later.",["\"rice\": 1last","\"tea\": 2 → 7last"]"#
        let selected = #""Up to 2 add, the selected action, 1 action later.",["\"rice\": 1last"]"#
        #expect(found == #"[["Since 1 add",\#(newest)],["Since 1 add",\#(selected)]]"#)
    }

    @Test func mapMarksWhatHasNoEventAndLeadsToTheRest() async throws {
        let mall = Mall()
        let inspector = try mall.inspector()
        try open(inspector)
        mall.store.dispatch(.shop(.checkOut))
        mall.store.dispatch(.shop(.knock))
        mall.store.dispatch(.open)
        await mall.store.settled()
        let found = try value(
            """
            await until(() => actions.length === 4 && !runs[0]?.isOpen);
            element('map').click();
            await until(() => details.querySelector('.map'));
            const entries = [...details.querySelectorAll('.map li')];
            const nameOf = entry => (entry.querySelector(':scope > button') ?? entry.childNodes[2]).textContent;
            const never = entries.filter(entry => entry.querySelector(':scope > .sign')).map(nameOf);
            const leading = entries.filter(entry => entry.querySelector(':scope > button'));
            const lists = leading.map(entry => {
              entry.querySelector('button').click();
              return [nameOf(entry).split(/[:,]/)[0], shown.map(index => actions[index].name)];
            });
            const explained = details.querySelector('.sub').textContent.startsWith('○ has no event since event 1.');
            return [entries.length, never.length, never[0], lists, explained];
            """
        )
        let shop = #"["shop",["shop.checkOut","shop.paid","shop.knock"]],["Gate at Mall.swift",[]]"#
        let rules = #"["Effect greet at Mall.swift",["shop.knock"]],["Bridge at Mall.swift",["shop.paid"]]"#
        let gate = #"["Gate at Mall.swift",["shop.knock"]]"#
        let never = "Effect ring at Mall.swift:5, a function of the action, each"
        #expect(found == #"[19,8,"\#(never)",[\#(shop),\#(rules),\#(gate)],true]"#)
        #expect(try driver().console() == [])
    }

    @Test func pageWithoutAMapHasNoButtonForIt() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        #expect(
            try value("await until(() => live.head); return [element('map').hidden, element('mark').hidden]")
                == "[true,false]"
        )
    }

    /// Sentence 8 of the contract.
    @Test func pageThatWasAsleepContinuesWithoutAGapOrSaysWhatIsMissing() throws {
        let shop = Shop(Recorder(capacity: 10))
        let inspector = try shop.inspector()
        try open(inspector)
        for amount in 1...3 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(try value("return await until(() => actions.length === 3)") == "true")
        _ = try value("element('pause').click(); return 1")
        for amount in 4...9 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(
            try value("element('pause').click(); await until(() => actions.length === 9); return live.skipped") == "0"
        )
        _ = try value("element('pause').click(); return 1")
        for amount in 10...109 { shop.store.dispatch(.add("tea", amount: amount)) }
        let missing = try value(
            """
            element('pause').click();
            await until(() => actions.length === 19);
            return [element('damage').textContent, element('damage').hidden, actions[18].label];
            """
        )
        #expect(missing == #"["90 events were overwritten before the page had read them.",false,"109"]"#)
    }

    @Test func fullPageBeginsAgainWithTheNewestActions() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        for amount in 1...20 { shop.store.dispatch(.add("tea", amount: amount)) }
        _ = try value("return await until(() => actions.length === 20)")
        _ = try value("live.limit = 20; return 1")
        shop.store.dispatch(.close)
        // A script that runs while the page loads again has no result.
        var (attempts, isLoaded) = (0, false)
        while !isLoaded, attempts < 200 {
            isLoaded = (try? value("return live.leftOut > 0")) == "true"
            attempts += 1
        }
        let shown = try value(
            """
            await until(() => actions.length === 10);
            return [actions.map(action => action.label).join(' '), element('damage').textContent];
            """
        )
        #expect(
            shown
                == #"["12 13 14 15 16 17 18 19 20 21","The page is full, so it leaves out the first 11 events."]"#
        )
    }

    @Test func pageGoesOnAfterItsConnectionHasEnded() throws {
        let shop = Shop()
        var inspector: Inspector? = try shop.inspector()
        try open(try #require(inspector))
        shop.store.dispatch(.close)
        #expect(try value("return await until(() => actions.length === 1)") == "true")
        _ = try value("live.reading.abort(); return 1")
        shop.store.dispatch(.close)
        #expect(try value("return await until(() => actions.length === 2)") == "true")
        inspector = nil
        #expect(
            try value("return await until(() => element('live-status').textContent.includes('does not answer'))")
                == "true"
        )
    }

    @Test func endedStoreHasAnEndedLane() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        var phone: Shop? = Shop(recorder, named: "Phone")
        let laptop = Shop(recorder, named: "Laptop")
        let inspector = try laptop.inspector()
        try open(inspector)
        phone?.store.dispatch(.close)
        laptop.store.dispatch(.close)
        #expect(try value("return await until(() => lanes.length === 2)") == "true")
        phone = nil
        let titles = try value("await until(() => endedStores.size); return lanes.map(lane => lane.title)")
        #expect(titles == #"["Phone · Thread 1, ended","Laptop · Thread 1"]"#)
    }

    @Test func tokenLeavesTheAddressAndIsKept() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        shop.store.dispatch(.close)
        try open(inspector)
        let found = try value(
            "await until(() => actions.length); return [location.href, history.length > 0, live.token.length]"
        )
        let token = try Client(inspector).token
        #expect(found.hasPrefix(#"["http://127.0.0.1:\#(inspector.port)/"#) && !found.contains(token))
        #expect(try value("location.reload(); return 1") == "1")
        #expect(try value("return await until(() => actions.length === 1)") == "true")
        #expect(try value("sessionStorage.clear(); location.href = '/'; return 1") == "1")
        #expect(
            try value(
                "await until(() => element('live-status').textContent.startsWith('Open the address')); return actions.length"
            ) == "0"
        )
    }

    /// The address of an app that was started again may differ in its token alone, which loads no page.
    @Test func nextAddressAtTheSamePortIsOpenedInThePage() throws {
        let shop = Shop()
        var inspector: Inspector? = try shop.inspector()
        let port = try #require(inspector).port
        try open(try #require(inspector))
        inspector = nil
        let next = try Inspector(Shop().recorder, port: port, allowingReleaseBuilds: true)
        #expect(
            try value("return await until(() => element('live-status').textContent.startsWith('Open the address'))")
                == "true"
        )
        try driver().open(next.url)
        var (attempts, isLive) = (0, false)
        while !isLive, attempts < 200 {
            isLive = (try? value("return element('live-status').textContent === 'Live'")) == "true"
            attempts += 1
        }
        #expect(isLive)
        #expect(try value("return location.hash.length < 32") == "true")
    }

    @Test func formSendsAnAction() throws {
        let shop = Shop()
        let inspector = try shop.inspector(allowing: .dispatch(on: .immediate))
        try open(inspector)
        shop.store.dispatch(.add("tea", amount: 2))
        let answers = try value(
            """
            await until(() => element('send-action').value);
            element('sending').open = true;
            const filled = element('send-action').value.replace(/\\s/g, '');
            element('send-action').value = filled.replace('2', '"x"');
            element('send').click();
            await until(() => element('send-result').textContent);
            const wrong = element('send-result').textContent;
            element('send-action').value = filled.replace('2', '40');
            element('send').click();
            await until(() => actions.length === 2);
            return [filled, wrong, element('send-result').textContent, actions[1].text, actions[1].source.function];
            """
        )
        let expected = [
            #"{\"add\":{\"_0\":\"tea\",\"amount\":2}}"#, "action.add.amount: expected a value of type Int.",
            "Sent as Inspector, request 1.", #"add(\"tea\", amount: 40)"#, "request 1",
        ]
        #expect(answers == "[" + expected.map { "\"\($0)\"" }.joined(separator: ",") + "]")
        #expect(shop.store.state.amounts == ["tea": 42])
    }

    /// Of a burst, the page first has the names of actions only.
    @Test func formHasTheLastActionOfACaseFromABurst() throws {
        let shop = Shop()
        let inspector = try shop.inspector(allowing: .dispatch(on: .immediate))
        for amount in 1...3_000 { shop.store.dispatch(.add("tea", amount: amount)) }
        shop.store.dispatch(.paid(2.5))
        for _ in 1...3_000 { shop.store.dispatch(.close) }
        try open(inspector)
        let found = try value(
            """
            await until(() => actions.length === 6001);
            const filled = async name => {
              const cases = element('send-case');
              element('send-action').value = '';
              cases.value = name;
              cases.dispatchEvent(new Event('change'));
              await until(() => element('send-action').value);
              return element('send-action').value.replace(/\\s/g, '');
            };
            return [await filled('paid'), await filled('add')];
            """
        )
        #expect(found == #"["{\"paid\":{\"_0\":2.5}}","{\"add\":{\"_0\":\"tea\",\"amount\":3000}}"]"#)
    }

    /// The form has the last action, and the app gets each number as it was; so has the state that the page shows.
    @Test(arguments: [
        NumberAction.integer(.max), .integer(1_688_275_058_533_285_125), .unsigned(.max), .double(-0.0),
        .double(5e-324),
        .decimal(Decimal(string: "0.12345678901234567890123") ?? 0),
    ]) func sentNumberIsTheRecordedOne(action: NumberAction) throws {
        let recorder = Recorder<NumberAction, [NumberAction]>()
        let store = Store(
            initialState: [NumberAction](),
            reducer: .reduce { action, state in state.append(action) },
            middleware: recorder.middleware
        )
        let inspector = try Inspector(recorder, allowing: .dispatch(on: .immediate), allowingReleaseBuilds: true)
        try open(inspector)
        store.dispatch(action)
        let found = try value(
            """
            await until(() => element('send-action').value);
            element('sending').open = true;
            element('send').click();
            await until(() => actions.length === 2);
            await until(() => !isBrief(actions[0]) && !isBrief(actions[1]));
            await askForState(actions[1]);
            const state = flat(actions[1].after), text = actions[0].text;
            return actions[1].text === text && text.length > 8 && state === '[' + text + ', ' + text + ']';
            """
        )
        #expect(found == "true")
        #expect(store.state.map { "\($0)" } == ["\(action)", "\(action)"])
    }

    @Test func emptyPageWaitsForTheFirstAction() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        let texts = "['summary', 'empty', 'details'].map(id => element(id).textContent)"
        let empty = try value("await until(() => element('live-status').textContent === 'Live'); return \(texts)")
        #expect(
            empty == """
                ["Waiting for the first action","The page waits for the first action.",\
                "Actions appear here as they happen."]
                """
        )
        shop.store.dispatch(.close)
        let first = try value("await until(() => actions.length === 1); return [element('empty').hidden, ...\(texts)]")
        #expect(first.hasPrefix("[true,\"1 action, 1 from outside, "))
    }

    /// Also stores with one name, and stores without actions.
    @Test func formNamesEveryStore() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let shops = ["Phone", "Phone", "\u{202e}Tab"].map { Shop(recorder, named: $0) }
        let inspector = try shops[0].inspector(allowing: .dispatch(on: .immediate))
        let client = try Client(inspector)
        try open(inspector)
        shops[0].store.dispatch(.add("\u{202e}tea", amount: 2))
        _ = try value("return await until(() => element('send-action').value)")
        let later = Shop(recorder)
        let found = try value(
            """
            const list = element('send-store');
            element('sending').open = true;
            await until(() => list.options.length === 4);
            list.selectedIndex = 1;
            element('send').click();
            await until(() => actions.length === 2);
            return [[...list.options].map(option => option.text), /"\\\\u202etea"/.test(element('send-action').value)];
            """
        )
        let numbers = try client.storeNumbers()
        #expect(
            found
                == #"[["Phone \#(numbers[0])","Phone \#(numbers[1])","\\u{202e}Tab","Store \#(numbers[3])"],true]"#
        )
        #expect((shops + [later]).map { $0.store.state.amounts["\u{202e}tea"] } == [2, 2, nil, nil])
    }

    /// The browser has cookies of all servers on 127.0.0.1.
    @Test func pageSendsNoCookies() throws {
        let inspector = try Shop().inspector()
        try open(inspector)
        let status = try value(
            """
            await until(() => element('live-status').textContent === 'Live');
            const write = (text, end) => { for (let i = 0; i < 9; i++) document.cookie = 'rex' + i + '=' + text + end; };
            write('x'.repeat(3000), '');
            const answer = await ask('/pending');
            write('', '; max-age=0');
            return answer.status;
            """
        )
        #expect(status == "200")
    }

    @Test func savedPageIsAnOrdinaryRecording() throws {
        let shop = Shop()
        let inspector = try shop.inspector()
        try open(inspector)
        shop.store.dispatch(.checkOut)
        let page = try value("await until(() => actions.length === 2); return pageOf(slice([0, 1]))")
        let text = try JSONDecoder().decode(String.self, from: Data(page.utf8))
        let folder = try TemporaryFolder()
        try folder.write(text, to: "page.html")
        try driver().open("file://\(folder.file("page.html"))")
        #expect(try value("return [isLive, actions.map(action => action.name)]") == #"[false,["checkOut","paid"]]"#)
        let token = try Client(inspector).token
        #expect(!text.contains("nonce=") && !text.contains(token))
    }

    @Test(arguments: [1_400, 360]) func axeFindsNothing(width: Int) throws {
        guard let axe = Self.axe else { return }
        let shop = Shop()
        let inspector = try shop.inspector(allowing: .dispatch(on: .immediate))
        try open(inspector, width: width)
        shop.store.dispatch(.checkOut)
        shop.store.dispatch(.add("tea", amount: 2))
        let found = try value(
            """
            await until(() => actions.length === 3);
            element('sending').open = true;
            \(axe)
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return [violations.map(found => [found.id, found.nodes[0].html.slice(0, 99)]), document.documentElement.scrollWidth <= innerWidth,
                [...document.querySelectorAll('button, summary, select, textarea')].filter(node => node.checkVisibility() && node.tabIndex < 0).length];
            """
        )
        #expect(found == "[[],true,0]")
    }

    /// The script of axe, if a Python package with it is installed.
    private static let axe: String? = {
        let script = """
            import importlib.util, pathlib
            for name in ["axe_playwright_python", "axe_selenium_python", "axe_core_python"]:
                found = importlib.util.find_spec(name)
                for path in pathlib.Path(found.origin).parent.rglob("axe.min.js") if found else []:
                    print(path.read_text())
                    raise SystemExit
            """
        guard let child = try? ChildProcess(running: "python3", arguments: ["-c", script]) else { return nil }
        let text = child.remainingOutput()
        return text.isEmpty ? nil : text
    }()
}
